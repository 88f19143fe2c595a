<?php

declare(strict_types=1);

namespace Illuminate\Contracts\Validation {
    // Laravel 10 and later have it. Debian's Laravel 8 runs the same method as a closure.
    interface ValidationRule
    {
        public function validate(string $attribute, mixed $value, \Closure $fail): void;
    }
}

namespace Mailsift\Tests {
    use App\Rules\SafeEmailRule;
    use App\Validator\SafeEmail;
    use Illuminate\Translation\ArrayLoader;
    use Illuminate\Translation\Translator;
    use Illuminate\Validation\Factory;
    use PHPUnit\Framework\TestCase;
    use Symfony\Component\Validator\Validation;

    require 'Illuminate/Validation/autoload.php';
    require 'Symfony/Component/Validator/autoload.php';
    foreach (['SafeEmailRule', 'SafeEmail', 'SafeEmailValidator'] as $name) {
        require __DIR__ . "/../examples/$name.php";
    }

    /** The validators of Laravel and Symfony with the recipes, against the real service. */
    final class RecipesTest extends TestCase
    {
        private const MESSAGES = [
            'ada.lovelace@contoso.com' => [],
            'ann.lee@gmial.com' => ['Did you mean ann.lee@gmail.com?'],
            'ann.lee@mailinator.com' => ['mailinator.com provides disposable addresses.'],
            'not an address' => ['Enter a valid email address.'],
        ];

        public function testTheRuleOfLaravelRefusesTyposAndDisposableAddresses(): void
        {
            foreach (self::MESSAGES as $email => $messages) {
                self::assertSame($messages, self::laravel($email), $email);
            }
        }

        public function testTheConstraintOfSymfonyRefusesTyposAndDisposableAddresses(): void
        {
            foreach (self::MESSAGES as $email => $messages) {
                self::assertSame($messages, self::symfony($email), $email);
            }
            self::assertSame([], self::symfony(''));
        }

        public function testBothAcceptTheAddressIfTheServiceIsAway(): void
        {
            $server = (string) getenv('MAILSIFT_SERVER');
            $log = ini_set('error_log', '/dev/null');
            unset($_ENV['MAILSIFT_SERVER']);
            putenv('MAILSIFT_SERVER=http://127.0.0.1:9');
            try {
                self::assertSame([], self::laravel('ann.lee@mailinator.com'));
                self::assertSame([], self::symfony('ann.lee@mailinator.com'));
            } finally {
                putenv("MAILSIFT_SERVER=$server");
                ini_set('error_log', (string) $log);
            }
        }

        /** @return list<string> */
        private static function laravel(string $email): array
        {
            $factory = new Factory(new Translator(new ArrayLoader(), 'en'));
            $rule = \Closure::fromCallable([new SafeEmailRule(), 'validate']);

            return $factory->make(['email' => $email], ['email' => ['required', $rule]])->errors()->get('email');
        }

        /** @return list<string> */
        private static function symfony(string $email): array
        {
            $violations = iterator_to_array(Validation::createValidator()->validate($email, [new SafeEmail()]), false);

            return array_map(static fn ($each): string => (string) $each->getMessage(), $violations);
        }
    }
}
