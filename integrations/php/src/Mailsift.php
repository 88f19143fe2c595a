<?php

declare(strict_types=1);

namespace Mailsift;

use Mailsift\Http\CurlTransport;
use Mailsift\Http\Transport;
use Mailsift\Model\DomainReport;
use Mailsift\Model\Insight;
use Mailsift\Model\ValidationResult;

/** A client of one Mailsift service, for one token. */
final class Mailsift
{
    public const VERSION = '0.1.0';

    public readonly Bulk $bulk;
    public readonly Groups $groups;
    public readonly Uploads $uploads;
    public readonly Csv $csv;
    public readonly Contacts $contacts;
    public readonly Suppressions $suppressions;
    private readonly Connection $connection;

    /**
     * @param string $token An API token, `ms_r_…` or `ms_w_…`.
     * @param int $maxRetries Retries of a call after the first attempt.
     * @param float $timeout Seconds for one attempt of one call, except uploads and downloads.
     */
    public function __construct(
        #[\SensitiveParameter] string $token,
        string $baseUrl = 'http://127.0.0.1:3000',
        int $maxRetries = 2,
        float $timeout = 30.0,
        ?Transport $transport = null,
    ) {
        if (preg_match('~^https?://~i', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl is not an http or https URL');
        }
        $token = trim($token);
        // A token with other characters would fail later, in a message that shows it.
        if (preg_match('/^[\x21-\x7e]+$/', $token) !== 1) {
            throw new \InvalidArgumentException('The token is empty or has characters that no token has');
        }
        $trimmed = rtrim($baseUrl, '/');
        $root = str_ends_with($trimmed, '/v1') ? substr($trimmed, 0, -3) : $trimmed;
        $this->connection = new Connection($transport ?? new CurlTransport(), $root, $token, $maxRetries, $timeout);
        $this->bulk = new Bulk($this->connection);
        $this->groups = new Groups($this->connection);
        $this->uploads = new Uploads($this->connection);
        $this->csv = new Csv($this->connection, $this->groups);
        $this->contacts = new Contacts($this->connection);
        $this->suppressions = new Suppressions($this->connection);
    }

    /** Uses the variables MAILSIFT_TOKEN and MAILSIFT_SERVER, like the command line. */
    public static function fromEnv(int $maxRetries = 2, float $timeout = 30.0, ?Transport $transport = null): self
    {
        // Frameworks fill $_ENV, the web server may fill only the other.
        $read = static fn (string $name): string => trim((string) ($_ENV[$name] ?? getenv($name)));
        if ($read('MAILSIFT_TOKEN') === '') {
            throw new \InvalidArgumentException('MAILSIFT_TOKEN is not set: set it to an API token, ms_r_… or ms_w_…');
        }
        $server = $read('MAILSIFT_SERVER') ?: 'http://127.0.0.1:3000';

        return new self($read('MAILSIFT_TOKEN'), $server, $maxRetries, $timeout, $transport);
    }

    /** Validates one address. A malformed one throws an InvalidRequestException with the code `invalid_email`. */
    public function validate(
        string $email,
        bool $validateDomain = false,
        ?string $idempotencyKey = null,
    ): ValidationResult {
        $query = ['email' => $email, 'validate_domain' => (int) $validateDomain];
        // A retry whose first response was lost is billed once.
        $key = $idempotencyKey ?? self::newIdempotencyKey();

        return $this->connection->send(ValidationResult::class, '/v1/emails/validate', query: $query, idempotencyKey: $key);
    }

    /**
     * Validates for a purpose: also returns a tier, the reasons and a suggestion.
     *
     * @param ?string $policy sign-up, marketing, b2b or one that you saved.
     * @param list<string> $allow Reasons to ignore, whatever the policy is: `['role']`.
     * @param list<string> $caution Reasons that make an address risky.
     * @param list<string> $refuse Reasons that make an address unsafe.
     */
    public function insight(
        string $email,
        ?string $policy = null,
        array $allow = [],
        array $caution = [],
        array $refuse = [],
        bool $validateDomain = false,
        ?string $idempotencyKey = null,
    ): Insight {
        $query = [
            'email' => $email,
            'policy' => $policy,
            'allow' => implode(',', $allow) ?: null,
            'caution' => implode(',', $caution) ?: null,
            'refuse' => implode(',', $refuse) ?: null,
            'validate_domain' => (int) $validateDomain,
        ];
        $key = $idempotencyKey ?? self::newIdempotencyKey();

        return $this->connection->send(Insight::class, '/insight/emails/validate', query: $query, idempotencyKey: $key);
    }

    /** Mail hosts, registration and mail posture of a domain; uses no credit. */
    public function domain(string $domain): DomainReport
    {
        return $this->connection->send(DomainReport::class, '/insight/domains/' . rawurlencode($domain));
    }

    /** @internal */
    public static function newIdempotencyKey(): string
    {
        return bin2hex(random_bytes(16));
    }
}
