<?php

declare(strict_types=1);

namespace Mailsift;

/**
 * A list with a cursor: `foreach` iterates over all items, `page($cursor)` reads one page. Changes between pages repeat and
 * skip nothing.
 *
 * @template Item
 * @template Page of object
 * @implements \IteratorAggregate<int, Item>
 */
final class CursorListing implements \IteratorAggregate
{
    /** @param \Closure(?string): Page $page */
    public function __construct(private readonly \Closure $page)
    {
    }

    /** @return Page */
    public function page(?string $cursor = null): object
    {
        return ($this->page)($cursor);
    }

    public function getIterator(): \Generator
    {
        $cursor = null;
        do {
            $page = $this->page($cursor);
            foreach ($page->items as $item) {
                yield $item;
            }
            $cursor = $page->nextCursor;
        } while ($cursor !== null);
    }
}
