<?php

declare(strict_types=1);

namespace Mailsift\Http;

use Mailsift\Exception\ConnectionException;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** Any PSR-18 client, whose own settings decide on time limits. It must not follow redirects. */
final class Psr18Transport implements Transport
{
    private const PIECE_BYTES = 65_536;

    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(Request $request): Response
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if (is_string($request->body)) {
            $message = $message->withBody($this->streams->createStream($request->body));
        } elseif ($request->body !== null) {
            // A second handle: the client closes its stream, and a retry needs the file again.
            $copy = fopen('php://temp', 'w+b') ?: throw new \RuntimeException('No temporary file could be created');
            stream_copy_to_stream($request->body, $copy);
            rewind($copy);
            $message = $message->withBody($this->streams->createStreamFromResource($copy));
        }
        try {
            $answer = $this->client->sendRequest($message);
            if ($request->onProgress !== null) {
                ($request->onProgress)((int) $request->size, (int) $request->size);
            }
            $body = $answer->getBody();
            $status = $answer->getStatusCode();
            if ($request->sink === null || $status < 200 || $status >= 300) {
                return new Response($status, self::headersOf($answer->getHeaders()), (string) $body);
            }
            while (!$body->eof()) {
                ($request->sink)($body->read(self::PIECE_BYTES));
            }
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            throw new ConnectionException("The connection to the service failed: {$error->getMessage()}", 0, $error);
        }

        return new Response($status, self::headersOf($answer->getHeaders()), '');
    }

    /**
     * @param array<string, string[]> $headers
     * @return array<string, string>
     */
    private static function headersOf(array $headers): array
    {
        $joined = array_map(static fn (array $values): string => implode(', ', $values), $headers);

        return array_change_key_case($joined, CASE_LOWER);
    }
}
