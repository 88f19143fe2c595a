<?php

declare(strict_types=1);

namespace Mailsift\Http;

use Mailsift\Exception\ConnectionException;

/** The default: one cURL handle, which keeps its connections. */
final class CurlTransport implements Transport
{
    private readonly \CurlHandle $curl;

    public function __construct()
    {
        if (!function_exists('curl_init')) {
            throw new \LogicException('Mailsift needs the extension curl, or a Psr18Transport');
        }
        $this->curl = curl_init();
    }

    public function send(Request $request): Response
    {
        // Settings are forgotten, connections are kept.
        curl_reset($this->curl);
        $headers = [];
        $body = '';
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HTTPHEADER => self::lines($request->headers),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $curl, string $line) use (&$headers): int {
                // The head of an interim response is followed by another.
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $headers[strtolower($name)] = trim($value);
                }

                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $curl, string $piece) use (&$body, $request): int {
                $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
                if ($request->sink !== null && $status >= 200 && $status < 300) {
                    ($request->sink)($piece);
                } else {
                    $body .= $piece;
                }

                return strlen($piece);
            },
        ]);
        $this->setTimeouts($request);
        $this->setBody($request);
        if (curl_exec($this->curl) === false) {
            throw new ConnectionException('The connection to the service failed: ' . curl_error($this->curl));
        }

        return new Response((int) curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $headers, $body);
    }

    private function setTimeouts(Request $request): void
    {
        $milliseconds = (int) ceil($request->timeout * 1000);
        curl_setopt($this->curl, CURLOPT_CONNECTTIMEOUT_MS, min($milliseconds, 30_000));
        if ($request->sink === null) {
            curl_setopt($this->curl, CURLOPT_TIMEOUT_MS, $milliseconds);
        } else {
            curl_setopt($this->curl, CURLOPT_LOW_SPEED_LIMIT, 1);
            curl_setopt($this->curl, CURLOPT_LOW_SPEED_TIME, max(1, (int) ceil($request->timeout)));
        }
    }

    private function setBody(Request $request): void
    {
        $body = $request->body;
        if (is_string($body)) {
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $body);
        } elseif ($body !== null) {
            $sent = 0;
            curl_setopt($this->curl, CURLOPT_UPLOAD, true);
            curl_setopt($this->curl, CURLOPT_INFILESIZE, $request->size);
            curl_setopt(
                $this->curl,
                CURLOPT_READFUNCTION,
                static function (\CurlHandle $curl, mixed $file, int $length) use ($request, $body, &$sent): string {
                    $piece = (string) fread($body, $length);
                    $sent += strlen($piece);
                    if ($request->onProgress !== null && $piece !== '') {
                        ($request->onProgress)($sent, (int) $request->size);
                    }

                    return $piece;
                },
            );
        }
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function lines(array $headers): array
    {
        // cURL would wait a second for a server that does not respond to an expectation.
        $lines = ['Expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }

        return $lines;
    }
}
