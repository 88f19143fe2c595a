<?php

// sdk-uploads.system.ts starts this: php clean.php source target key. It prints "half" in the middle of the upload and continues when it
// reads a line; after that, one line per poll.

declare(strict_types=1);

require __DIR__ . '/../../integrations/php/autoload.php';

[, $source, $target, $key] = $argv;
$isPaused = false;
$group = Mailsift\Mailsift::fromEnv()->csv->clean(
    $source,
    $target,
    emailColumn: 'email',
    idempotencyKey: $key,
    onUploadProgress: function (int $sent, int $total) use (&$isPaused): void {
        if ($sent * 2 > $total && !$isPaused) {
            $isPaused = true;
            echo "half\n";
            fgets(STDIN);
        }
    },
    onProgress: function ($group): void {
        echo "processed $group->processed\n";
    },
);
echo "$group->status $group->id\n";
