<?php

declare(strict_types=1);

namespace Mailsift\Tests;

use Mailsift\Http\CurlTransport;
use Mailsift\Http\Psr18Transport;
use Mailsift\Http\Transport;
use Mailsift\Mailsift;
use PHPUnit\Framework\TestCase;

/** The service of the run and the proxy before it. TRANSPORT=psr18 runs the tests with Guzzle. */
abstract class ServiceCase extends TestCase
{
    protected Mailsift $mailsift;

    protected function setUp(): void
    {
        $this->mailsift = $this->client();
        $this->seen();
    }

    protected function client(?string $token = null, int $maxRetries = 2, float $timeout = 30.0): Mailsift
    {
        $token ??= (string) getenv('MAILSIFT_TOKEN');

        return new Mailsift($token, self::server(), $maxRetries, $timeout, self::transport($timeout));
    }

    protected static function server(): string
    {
        return (string) getenv('MAILSIFT_SERVER');
    }

    private static function transport(float $timeout): Transport
    {
        if (getenv('TRANSPORT') !== 'psr18') {
            return new CurlTransport();
        }
        $factory = new \GuzzleHttp\Psr7\HttpFactory();
        $options = ['timeout' => $timeout, 'allow_redirects' => false, 'http_errors' => false];

        return new Psr18Transport(new \GuzzleHttp\Client($options), $factory, $factory);
    }

    /** @param string|array<string, mixed> $how */
    protected function failNext(string $method, string $path, string|array $how): void
    {
        $body = json_encode(['method' => $method, 'path' => $path, 'how' => $how]);
        $options = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => $body];
        $context = stream_context_create(['http' => $options]);
        file_get_contents(self::server() . '/_proxy/faults', false, $context);
    }

    /**
     * @param array<string, string> $headers
     * @return array<string, mixed>
     */
    protected static function problem(int $status, string $code, array $headers = []): array
    {
        return [
            'status' => $status,
            'headers' => ['content-type' => 'application/problem+json', ...$headers],
            'body' => json_encode(['code' => $code, 'title' => $code, 'status' => $status, 'detail' => $code]),
        ];
    }

    /** @return list<array<string, mixed>> The requests since the last look. */
    protected function seen(?string $method = null, string $path = ''): array
    {
        $requests = json_decode((string) file_get_contents(self::server() . '/_proxy/seen'), true);

        return array_values(array_filter(
            $requests,
            static fn (array $each): bool => ($method ?? $each['method']) === $each['method']
                && str_starts_with($each['path'], $path),
        ));
    }

    /**
     * @template Thrown of \Throwable
     * @param class-string<Thrown> $class
     * @return Thrown
     */
    protected function caught(string $class, \Closure $work): \Throwable
    {
        try {
            $work();
        } catch (\Throwable $error) {
            self::assertInstanceOf($class, $error, $error->getMessage());

            return $error;
        }
        self::fail("$class was not thrown");
    }
}
