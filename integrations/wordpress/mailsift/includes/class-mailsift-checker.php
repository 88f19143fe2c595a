<?php
/**
 * From an address to a decision.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Gets verdicts and applies the chosen action.
 */
final class Mailsift_Checker {

	const WARNED = 'mailsift_w_';

	/**
	 * The message for the person, or null if the address is accepted.
	 *
	 * @param string $email As typed.
	 * @return string|null
	 */
	public static function refusal( $email ) {
		$verdict = self::verdict( $email );
		if ( null === $verdict || 'unsafe' !== $verdict['tier'] ) {
			return null;
		}
		$action = Mailsift_Settings::get( 'action' );
		if ( 'log' === $action ) {
			return null;
		}
		$message = Mailsift_Messages::refusal( $verdict );
		if ( 'block' === $action ) {
			return $message;
		}
		// One submission may be checked by several hooks, so the first warning counts until the end of the request.
		static $warned_now = array();
		$warned            = self::WARNED . Mailsift_Cache::hash( $email );
		if ( empty( $warned_now[ $warned ] ) && false !== get_transient( $warned ) ) {
			return null;
		}
		$warned_now[ $warned ] = true;
		set_transient( $warned, 1, 15 * MINUTE_IN_SECONDS );
		/* translators: %s: sentence that says what is wrong */
		return sprintf( __( '%s To use this address all the same, send the form again.', 'mailsift' ), $message );
	}

	/**
	 * The verdict, or null if there is none: nothing to check, or the service is away.
	 *
	 * @param string $email As typed.
	 * @return array|null
	 */
	public static function verdict( $email ) {
		$email = is_string( $email ) ? trim( $email ) : '';
		if ( '' === $email || strlen( $email ) > 254 || '' === Mailsift_Settings::token() ) {
			return null;
		}
		$known = Mailsift_Cache::get( $email );
		if ( null !== $known ) {
			return $known;
		}
		if ( Mailsift_Outage::is_paused() ) {
			return null;
		}
		$verdict = Mailsift_Client::insight( $email );
		if ( is_wp_error( $verdict ) ) {
			Mailsift_Outage::record( $verdict );
			return null;
		}
		Mailsift_Outage::end();
		Mailsift_Cache::put( $email, $verdict );
		return $verdict;
	}
}
