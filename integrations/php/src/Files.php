<?php

declare(strict_types=1);

namespace Mailsift;

/** @internal Paths and streams that are read and written in pieces. */
final class Files
{
    /**
     * @param string|resource $source
     * @return array{resource, int, ?string} The file at its beginning, its bytes and its name.
     */
    public static function open(mixed $source): array
    {
        if (is_string($source)) {
            $file = @fopen($source, 'rb') ?: throw new \RuntimeException("The file $source cannot be read");

            return [$file, (int) fstat($file)['size'], basename($source)];
        }
        // A stream of unknown size, such as a socket, is kept in a temporary file.
        if (!(stream_get_meta_data($source)['seekable'] ?? false)) {
            $copy = fopen('php://temp', 'w+b') ?: throw new \RuntimeException('No temporary file could be created');
            stream_copy_to_stream($source, $copy);
            rewind($copy);
            $source = $copy;
        }

        return [$source, (int) fstat($source)['size'] - (int) ftell($source), null];
    }

    /**
     * A path gets its file when all of it is written: a part is never mistaken for the result.
     *
     * @param string|resource $target
     * @param \Closure(resource): void $write
     */
    public static function write(mixed $target, \Closure $write): void
    {
        if (!is_string($target)) {
            $write($target);

            return;
        }
        $partial = "$target.part";
        $file = @fopen($partial, 'wb') ?: throw new \RuntimeException("The file $partial cannot be written");
        try {
            $write($file);
            fclose($file);
            rename($partial, $target);
        } catch (\Throwable $error) {
            @unlink($partial);
            throw $error;
        }
    }
}
