<?php
/**
 * Verdicts of the last day.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Remembers verdicts as keyed hashes of addresses: without the key of this site, they do not reveal whose they are.
 */
final class Mailsift_Cache {

	const KEY_OPTION = 'mailsift_cache_key';
	const PREFIX     = 'mailsift_v_';

	/**
	 * A verdict that is still remembered.
	 *
	 * @param string $email The address.
	 * @return array|null
	 */
	public static function get( $email ) {
		$found = get_transient( self::PREFIX . self::hash( $email ) );
		if ( ! is_array( $found ) ) {
			return null;
		}
		$found['suggestion'] = '' === $found['domain'] ? '' : self::local_part( $email ) . '@' . $found['domain'];
		return $found;
	}

	/**
	 * Remembers a verdict for a day. Of a suggestion only the domain is kept: the rest is in the address.
	 *
	 * @param string $email   The address.
	 * @param array  $verdict With `tier`, `reason` and `suggestion`.
	 */
	public static function put( $email, $verdict ) {
		$suggestion = $verdict['suggestion'];
		if ( '' !== $suggestion && self::local_part( $suggestion ) !== self::local_part( $email ) ) {
			return;
		}
		$kept = array(
			'tier'   => $verdict['tier'],
			'reason' => $verdict['reason'],
			'domain' => '' === $suggestion ? '' : substr( strrchr( $suggestion, '@' ), 1 ),
		);
		set_transient( self::PREFIX . self::hash( $email ), $kept, DAY_IN_SECONDS );
	}

	/**
	 * A hash that only this site can compute. Policy and server are part of it: another choice means another verdict.
	 *
	 * @param string $email The address.
	 * @return string 40 characters, because the name of a transient has a limit.
	 */
	public static function hash( $email ) {
		$key = get_option( self::KEY_OPTION );
		if ( ! $key ) {
			$key = wp_generate_password( 64, false );
			update_option( self::KEY_OPTION, $key, true );
		}
		$text = Mailsift_Settings::get( 'server' ) . '|' . Mailsift_Settings::get( 'policy' ) . '|' . strtolower( trim( $email ) );
		return substr( hash_hmac( 'sha256', $text, $key ), 0, 40 );
	}

	/**
	 * What is before the last @.
	 *
	 * @param string $email An address.
	 * @return string
	 */
	private static function local_part( $email ) {
		$at = strrpos( $email, '@' );
		return false === $at ? $email : substr( $email, 0, $at );
	}
}
