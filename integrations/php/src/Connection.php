<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Exception\ApiException;
use Mailsift\Exception\ConnectionException;
use Mailsift\Exception\MailsiftException;
use Mailsift\Http\Request;
use Mailsift\Http\Response;
use Mailsift\Http\Transport;
use Mailsift\Model\Download;

/** Calls of the API: encoding, retries, decoding. */
final class Connection
{
    public function __construct(
        public readonly Transport $transport,
        private readonly string $baseUrl,
        private readonly string $token,
        public readonly int $maxRetries,
        public readonly float $timeout,
    ) {
    }

    public function withoutRetries(): self
    {
        return new self($this->transport, $this->baseUrl, $this->token, 0, $this->timeout);
    }

    public static function userAgent(): string
    {
        return 'mailsift-php/' . Mailsift::VERSION . ' PHP/' . PHP_VERSION;
    }

    /**
     * Sends a call, with retries, and reads the response.
     *
     * @template Model of object
     * @param class-string<Model> $model
     * @param array<string, string|int|null> $query
     * @param ?array<string, mixed> $body
     * @return Model
     */
    public function send(
        string $model,
        string $path,
        string $method = 'GET',
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
    ): object {
        $response = $this->sendRaw($path, $method, $query, $body, $idempotencyKey);
        try {
            return $model::fromJson(json_decode($response->body, true, 512, JSON_THROW_ON_ERROR));
        } catch (\JsonException | \TypeError $error) {
            throw new ApiException('unexpected_response', "The response is not of this API: {$error->getMessage()}", 200);
        }
    }

    /**
     * @param array<string, string|int|null> $query
     * @param ?array<string, mixed> $body
     */
    public function sendRaw(
        string $path,
        string $method = 'GET',
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
    ): Response {
        $headers = [
            'Accept' => 'application/json',
            'User-Agent' => self::userAgent(),
            'SERVICE-EMAIL-API-TOKEN' => $this->token,
        ];
        if ($body !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        if ($idempotencyKey !== null) {
            $headers['Idempotency-Key'] = $idempotencyKey;
        }
        $parameters = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        $url = $this->baseUrl . $path . ($parameters === '' ? '' : "?$parameters");
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE;
        $content = $body === null ? null : json_encode($body, $flags);

        return $this->withRetries(function () use ($method, $url, $headers, $content): Response {
            $response = $this->transport->send(new Request($method, $url, $headers, $content, $this->timeout));
            $isJson = str_starts_with($response->header('content-type') ?? '', 'application/json');
            // Anything else came from another server.
            if ($response->status === 204 || ($response->isSuccess() && $isJson)) {
                return $response;
            }
            throw ApiException::fromResponse($response);
        });
    }

    /**
     * @template Answer
     * @param \Closure(): Answer $attempt
     * @return Answer
     */
    public function withRetries(\Closure $attempt): mixed
    {
        for ($retries = 0;; $retries++) {
            try {
                return $attempt();
            } catch (ApiException | ConnectionException $error) {
                Retry::sleep($this->pauseOrThrow($error, $retries));
            }
        }
    }

    /**
     * Writes the CSV of a download operation. A broken connection is resumed where it broke, with a new link.
     *
     * @param resource $target
     */
    public function download(string $path, mixed $target): void
    {
        $offset = 0;
        $failures = 0;
        $onPiece = static function (string $piece) use ($target, &$offset, &$failures): void {
            for ($rest = $piece; $rest !== ''; $rest = substr($rest, $written)) {
                $written = fwrite($target, $rest);
                if ($written === false || $written === 0) {
                    throw new \RuntimeException('The target of the download cannot be written');
                }
            }
            $offset += strlen($piece);
            $failures = 0;
        };
        while (true) {
            $link = $this->send(Download::class, $path)->downloadUrl;
            try {
                $this->readFrom($link, $offset, $onPiece);

                return;
            } catch (ApiException | ConnectionException $error) {
                Retry::sleep($this->pauseOrThrow($error, $failures));
                $failures++;
            }
        }
    }

    /** @param \Closure(string): void $onPiece */
    private function readFrom(string $url, int $offset, \Closure $onPiece): void
    {
        // The link is signed and may point to another host, so the token is not sent.
        $headers = ['Accept-Encoding' => 'identity', 'User-Agent' => self::userAgent()];
        if ($offset > 0) {
            $headers['Range'] = "bytes=$offset-";
        }
        $response = $this->transport->send(new Request('GET', $url, $headers, null, $this->timeout, sink: $onPiece));
        // Nothing follows the last byte: the connection broke before the end of the response.
        if ($response->status === 416 && $offset > 0) {
            return;
        }
        if (!$response->isSuccess()) {
            throw ApiException::fromResponse($response);
        }
    }

    private function pauseOrThrow(MailsiftException $error, int $retries): float
    {
        return ($retries < $this->maxRetries ? Retry::delay($error, $retries) : null) ?? throw $error;
    }
}
