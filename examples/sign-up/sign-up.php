<?php
// MAILSIFT_TOKEN=ms_r_… php -S 127.0.0.1:8000 sign-up.php

/** What to tell the person, or null if the address is taken. Whatever keeps the service from answering, it is. */
function refusalOf(string $email): ?string
{
    $server = getenv('MAILSIFT_SERVER') ?: 'http://127.0.0.1:3000';
    $query = http_build_query(['email' => $email, 'policy' => 'sign-up']);
    $context = stream_context_create(['http' => [
        'header' => 'SERVICE-EMAIL-API-TOKEN: ' . getenv('MAILSIFT_TOKEN'),
        'timeout' => 2,
        'ignore_errors' => true,
    ]]);
    $answer = json_decode((string) @file_get_contents("$server/insight/emails/validate?$query", false, $context), true);
    if (($answer['status'] ?? null) === 400) {
        return 'Please check the address.';
    }
    if (!isset($answer['tier'])) {
        error_log('The address was accepted without a check: ' . ($answer['code'] ?? 'no answer'));
        return null;
    }
    if ($answer['tier'] !== 'unsafe') {
        return null;
    }
    return $answer['suggestion'] ? "Did you mean {$answer['suggestion']}?" : $answer['reasons'][0]['sentence'];
}

// A field that is missing, or that is a list (email[]=…), is no address.
$refusal = refusalOf(filter_input(INPUT_POST, 'email') ?: '');
// Without a refusal, create the account here.
http_response_code($refusal === null ? 200 : 422);
header('Content-Type: text/plain; charset=utf-8');
echo $refusal ?? 'Welcome!';
