"""Contacts, and addresses that the account must not mail."""
from __future__ import annotations

from typing import Iterable, Optional

from ..models import AddedSuppressions, Contact, ContactList, ContactPage, Suppression, SuppressionPage
from .connection import AsyncConnection, segment
from .listing import AsyncCursorListing, AsyncListing


class AsyncContacts:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(self, *, take: Optional[int] = None) -> AsyncListing[Contact, ContactList]:
        """All contacts, newest first."""
        return AsyncListing(
            lambda page: self._connection.send(ContactList, "/v1/contacts", query={"page": page, "take": take}),
            lambda page: (page.data, not page.data or page.current_page >= page.total_pages),
            lambda contact: contact.id,
        )

    def search(
        self,
        *,
        search: Optional[str] = None,
        domain: Optional[str] = None,
        state: Optional[str] = None,
        sort: Optional[str] = None,
        take: Optional[int] = None,
    ) -> AsyncCursorListing[Contact, ContactPage]:
        """Contacts that match words, a domain or a state of enrichment; newest first by default."""
        query = {"search": search, "domain": domain, "state": state, "sort": sort, "take": take}
        return AsyncCursorListing(
            lambda cursor: self._connection.send(ContactPage, "/account/contacts", query={**query, "cursor": cursor}),
            lambda page: (page.items, page.next_cursor),
        )

    async def get(self, contact_id: str) -> Contact:
        return await self._connection.send(Contact, f"/v1/contacts/{segment(contact_id)}")

    async def update(
        self, contact_id: str, *, email: str, first_name: Optional[str], last_name: Optional[str]
    ) -> Contact:
        """Replaces address and names; all three are required."""
        body = {"email": email, "firstName": first_name, "lastName": last_name}
        return await self._connection.send(Contact, f"/v1/contacts/{segment(contact_id)}", method="PATCH", body=body)

    async def delete(self, contact_id: str, *, suppress: bool = False) -> None:
        """`suppress` prevents the address from ever becoming a contact of this account again."""
        # A retry after a lost response would find nothing, and look like a wrong id.
        once = self._connection.but(max_retries=0)
        query = {"suppress": "1" if suppress else None}
        await once.send_raw(f"/account/contacts/{segment(contact_id)}", method="DELETE", query=query)


class AsyncSuppressions:
    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def list(
        self, *, reason: Optional[str] = None, search: Optional[str] = None
    ) -> AsyncCursorListing[Suppression, SuppressionPage]:
        """Addresses that the account must not mail, newest first."""
        query = {"reason": reason, "search": search}
        path = "/account/suppressions"
        return AsyncCursorListing(
            lambda cursor: self._connection.send(SuppressionPage, path, query={**query, "cursor": cursor}),
            lambda page: (page.items, page.next_cursor),
        )

    async def add(self, emails: Iterable[str], *, reason: Optional[str] = None) -> AddedSuppressions:
        """Adds up to 10,000 addresses; one that is on the list stays, unless the reason is stronger."""
        body = {"emails": list(emails), **({"reason": reason} if reason else {})}
        return await self._connection.send(AddedSuppressions, "/account/suppressions", method="POST", body=body)

    async def remove(self, email: str) -> None:
        await self._connection.send_raw("/account/suppressions", method="DELETE", query={"email": email})
