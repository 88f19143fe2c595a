<?php

declare(strict_types=1);

namespace Mailsift\Http;

final class Request
{
    /**
     * @param array<string, string> $headers
     * @param string|resource|null $body A stream is sent from its present position.
     * @param ?int $size The bytes of a stream.
     * @param float $timeout Seconds for the whole exchange; for a sink, the longest pause between two pieces.
     * @param ?\Closure(int, int): mixed $onProgress Gets the sent and all bytes of a stream.
     * @param ?\Closure(string): mixed $sink Gets the pieces of the body of a successful response.
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly mixed $body,
        public readonly float $timeout,
        public readonly ?int $size = null,
        public readonly ?\Closure $onProgress = null,
        public readonly ?\Closure $sink = null,
    ) {
    }
}
