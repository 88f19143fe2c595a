<?php

// For programs without Composer: require __DIR__ . '/mailsift/autoload.php';

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Mailsift\\')) {
        return;
    }
    $path = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Mailsift\\'))) . '.php';
    if (is_file($path)) {
        require $path;
    }
});
