<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Model\AddedSuppressions;
use Mailsift\Model\Suppression;
use Mailsift\Model\SuppressionPage;

/** Addresses that the account must not mail. */
final class Suppressions
{
    private const PATH = '/account/suppressions';

    public function __construct(private readonly Connection $connection)
    {
    }

    /**
     * Newest first.
     *
     * @return CursorListing<Suppression, SuppressionPage>
     */
    public function list(?string $reason = null, ?string $search = null): CursorListing
    {
        $query = ['reason' => $reason, 'search' => $search];

        return new CursorListing(fn (?string $cursor): SuppressionPage => $this->connection->send(
            SuppressionPage::class,
            self::PATH,
            query: [...$query, 'cursor' => $cursor],
        ));
    }

    /**
     * Adds up to 10,000 addresses; one that is on the list stays, unless the reason is stronger.
     *
     * @param list<string> $emails
     */
    public function add(array $emails, ?string $reason = null): AddedSuppressions
    {
        $body = ['emails' => $emails, ...($reason === null ? [] : ['reason' => $reason])];

        return $this->connection->send(AddedSuppressions::class, self::PATH, 'POST', [], $body);
    }

    public function remove(string $email): void
    {
        $this->connection->sendRaw(self::PATH, 'DELETE', ['email' => $email]);
    }
}
