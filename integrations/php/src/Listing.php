<?php

declare(strict_types=1);

namespace Mailsift;

/**
 * A list of any length: `foreach` iterates over all items, `page($number)` reads one page.
 *
 * @template Item
 * @template Page
 * @implements \IteratorAggregate<int, Item>
 */
final class Listing implements \IteratorAggregate
{
    /**
     * @param \Closure(int): Page $page
     * @param \Closure(Page): array{list<Item>, bool} $read The items of a page, and whether it is the last one.
     * @param \Closure(Item): (string|int) $idOf
     */
    public function __construct(
        private readonly \Closure $page,
        private readonly \Closure $read,
        private readonly \Closure $idOf,
    ) {
    }

    /** @return Page */
    public function page(int $number = 1): mixed
    {
        return ($this->page)($number);
    }

    public function getIterator(): \Generator
    {
        $before = [];
        for ($number = 1;; $number++) {
            [$items, $isLast] = ($this->read)($this->page($number));
            $ids = array_map($this->idOf, $items);
            foreach ($items as $at => $item) {
                // Items added since the last page push known ones to the next page.
                if (!isset($before[$ids[$at]])) {
                    yield $item;
                }
            }
            if ($isLast) {
                return;
            }
            $before = array_flip($ids);
        }
    }
}
