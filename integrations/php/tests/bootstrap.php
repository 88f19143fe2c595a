<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/ServiceCase.php';
if (getenv('TRANSPORT') === 'psr18') {
    require 'GuzzleHttp/autoload.php';
}
