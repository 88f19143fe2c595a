<?php

declare(strict_types=1);

namespace Mailsift\Exception;

use Mailsift\Http\Response;
use Mailsift\Model\FieldProblem;
use Mailsift\Model\ValidationResult;

/** The service responded with an error. */
class ApiException extends MailsiftException
{
    private const BY_STATUS = [
        400 => InvalidRequestException::class,
        401 => AuthenticationException::class,
        402 => PaymentRequiredException::class,
        403 => PermissionDeniedException::class,
        404 => NotFoundException::class,
        409 => ConflictException::class,
        410 => ExpiredException::class,
        429 => RateLimitException::class,
    ];

    /**
     * @param string $errorCode It does not change, unlike the message. `unexpected_response`: another server responded.
     * @param ?string $requestId Quote it when you report a problem: it identifies the log line of the request.
     * @param list<FieldProblem> $errors The fields that failed the schema, if that was the reason.
     * @param ?ValidationResult $offlineResult If the domain could not be looked up: what is known without a lookup.
     * @param ?float $retryAfterSeconds When the service allows a retry.
     */
    final public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly int $status,
        public readonly ?string $requestId = null,
        public readonly array $errors = [],
        public readonly ?ValidationResult $offlineResult = null,
        public readonly ?float $retryAfterSeconds = null,
    ) {
        parent::__construct($message, $status);
    }

    public static function fromResponse(Response $response): self
    {
        $status = $response->status;
        $class = $status >= 500 ? ServerException::class : self::BY_STATUS[$status] ?? self::class;
        $problem = json_decode($response->body, true);
        if (!is_array($problem) || !is_string($problem['code'] ?? null)) {
            $isOurs = $status >= 500 || $status === 429;
            $hint = $isOurs ? '' : ': is baseUrl the URL of the service, https included?';
            $problem = ['code' => 'unexpected_response', 'detail' => "Unexpected response with status $status$hint"];
        }
        $offline = $problem['offline_result'] ?? null;

        return new $class(
            $problem['code'],
            ($problem['detail'] ?? '') ?: ($problem['title'] ?? ''),
            $status,
            $response->header('request-id'),
            array_map(FieldProblem::fromJson(...), $problem['errors'] ?? []),
            $offline === null ? null : ValidationResult::fromJson($offline),
            self::retryAfter($response->header('retry-after')),
        );
    }

    /** RFC 9110 §10.2.3: a number of seconds or a date. */
    public static function retryAfter(?string $header): ?float
    {
        if ($header === null) {
            return null;
        }
        if (ctype_digit($header)) {
            return (float) $header;
        }
        $at = strtotime($header);

        return $at === false ? null : (float) max(0, $at - time());
    }
}
