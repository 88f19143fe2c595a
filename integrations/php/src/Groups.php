<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Model\Group;
use Mailsift\Model\GroupDetail;
use Mailsift\Model\GroupList;

/** The submissions that came from CSV files. */
final class Groups
{
    public function __construct(private readonly Connection $connection)
    {
    }

    /** The group and its child jobs. */
    public function get(string $groupId): GroupDetail
    {
        return $this->connection->send(GroupDetail::class, self::path($groupId));
    }

    /**
     * All groups, newest first.
     *
     * @return Listing<Group, GroupList>
     */
    public function list(?int $take = null): Listing
    {
        return new Listing(
            fn (int $page): GroupList => $this->connection->send(
                GroupList::class,
                '/v1/emails/bulk/groups',
                query: ['page' => $page, 'take' => $take],
            ),
            Bulk::readPage(...),
            static fn (Group $group): string => $group->id,
        );
    }

    /**
     * Returns when the group is `completed`, `partial` or `failed`.
     *
     * @param ?callable(Group): mixed $onProgress Called after every poll.
     */
    public function wait(string $groupId, ?float $timeout = null, ?callable $onProgress = null): Group
    {
        $look = fn (): Group => $this->get($groupId)->group;

        return Waiting::until($look, ['completed', 'partial', 'failed'], $timeout, $onProgress);
    }

    /**
     * Writes the original CSV with the results as appended columns, once the group is `downloadReady`.
     *
     * @param string|resource $target A path gets its file when it is complete.
     */
    public function download(string $groupId, mixed $target): void
    {
        $path = self::path($groupId) . '/download';
        Files::write($target, fn (mixed $file) => $this->connection->download($path, $file));
    }

    private static function path(string $groupId): string
    {
        return '/v1/emails/bulk/groups/' . rawurlencode($groupId);
    }
}
