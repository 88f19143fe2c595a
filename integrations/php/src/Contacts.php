<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Model\Contact;
use Mailsift\Model\ContactList;
use Mailsift\Model\ContactPage;

final class Contacts
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * All contacts, newest first.
     *
     * @return Listing<Contact, ContactList>
     */
    public function list(?int $take = null): Listing
    {
        return new Listing(
            fn (int $page): ContactList => $this->connection->send(
                ContactList::class,
                '/v1/contacts',
                query: ['page' => $page, 'take' => $take],
            ),
            static fn (ContactList $page): array => [
                $page->data,
                $page->data === [] || $page->currentPage >= $page->totalPages,
            ],
            static fn (Contact $contact): string => $contact->id,
        );
    }

    /**
     * Contacts that match words, a domain or a state of enrichment; newest first by default.
     *
     * @return CursorListing<Contact, ContactPage>
     */
    public function search(
        ?string $search = null,
        ?string $domain = null,
        ?string $state = null,
        ?string $sort = null,
        ?int $take = null,
    ): CursorListing {
        $query = ['search' => $search, 'domain' => $domain, 'state' => $state, 'sort' => $sort, 'take' => $take];

        return new CursorListing(fn (?string $cursor): ContactPage => $this->connection->send(
            ContactPage::class,
            '/account/contacts',
            query: [...$query, 'cursor' => $cursor],
        ));
    }

    public function get(string $contactId): Contact
    {
        return $this->connection->send(Contact::class, '/v1/contacts/' . rawurlencode($contactId));
    }

    /** Replaces address and names; all three are required. */
    public function update(string $contactId, string $email, ?string $firstName, ?string $lastName): Contact
    {
        $body = ['email' => $email, 'firstName' => $firstName, 'lastName' => $lastName];

        return $this->connection->send(Contact::class, '/v1/contacts/' . rawurlencode($contactId), 'PATCH', [], $body);
    }

    /** `suppress` prevents the address from ever becoming a contact of this account again. */
    public function delete(string $contactId, bool $suppress = false): void
    {
        // A retry after a lost response would find nothing, and look like a wrong id.
        $query = ['suppress' => $suppress ? '1' : null];
        $this->connection->withoutRetries()->sendRaw('/account/contacts/' . rawurlencode($contactId), 'DELETE', $query);
    }
}
