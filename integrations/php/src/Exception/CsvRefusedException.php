<?php

declare(strict_types=1);

namespace Mailsift\Exception;

use Mailsift\Model\Group;

/** The file is not a valid CSV, lacks the column, or none of its rows could be processed. */
class CsvRefusedException extends MailsiftException
{
    public function __construct(public readonly Group $group)
    {
        parent::__construct($group->failure ?? 'The CSV could not be processed');
    }
}
