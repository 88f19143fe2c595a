<?php

declare(strict_types=1);

namespace Mailsift\Http;

use Mailsift\Exception\ConnectionException;

interface Transport
{
    /**
     * One exchange. Redirects are not followed: they would send the token wherever they point.
     *
     * @throws ConnectionException if no complete response arrived
     */
    public function send(Request $request): Response;
}
