<?php
/**
 * Why an address was refused, for the person who typed it.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * The reasons of the service in the language of the site.
 */
final class Mailsift_Messages {

	/**
	 * One sentence. It is text, not HTML.
	 *
	 * @param array $verdict With `reason` and `suggestion`.
	 * @return string
	 */
	public static function refusal( $verdict ) {
		if ( '' !== $verdict['suggestion'] ) {
			/* translators: %s: email address */
			return sprintf( __( 'Did you mean %s?', 'mailsift' ), $verdict['suggestion'] );
		}
		switch ( $verdict['reason'] ) {
			case 'disposable':
				return __( 'Please use a permanent email address instead of a disposable one.', 'mailsift' );
			case 'no_mx':
			case 'undeliverable':
			case 'not_issued':
			case 'unknown_tld':
			case 'reserved':
			case 'parked':
				return __( 'The domain of this email address does not accept mail. Please check it.', 'mailsift' );
			case 'role':
				return __( 'Please use a personal email address instead of a shared mailbox.', 'mailsift' );
			case 'no_reply':
				return __( 'This email address cannot receive replies. Please use another one.', 'mailsift' );
			case 'free_mail':
				return __( 'Please use the email address of your organization.', 'mailsift' );
			case 'denied':
				return __( 'This email address cannot be used here.', 'mailsift' );
			case 'invalid':
				return __( 'Enter a valid email address.', 'mailsift' );
			default:
				return __( 'This email address looks unsafe. Please check it.', 'mailsift' );
		}
	}

	/**
	 * A word for the list of users.
	 *
	 * @param string $tier Of a verdict.
	 * @return string
	 */
	public static function tier( $tier ) {
		$labels = array(
			'safe'   => __( 'Safe', 'mailsift' ),
			'risky'  => __( 'Risky', 'mailsift' ),
			'unsafe' => __( 'Unsafe', 'mailsift' ),
		);
		return isset( $labels[ $tier ] ) ? $labels[ $tier ] : __( 'Not checked', 'mailsift' );
	}

	/**
	 * The reason in a few words, for the list of users.
	 *
	 * @param string $reason Its code.
	 * @return string
	 */
	public static function reason( $reason ) {
		$labels = array(
			'typo'          => __( 'Typo', 'mailsift' ),
			'disposable'    => __( 'Disposable', 'mailsift' ),
			'no_mx'         => __( 'Domain accepts no mail', 'mailsift' ),
			'undeliverable' => __( 'Undeliverable', 'mailsift' ),
			'not_issued'    => __( 'Name that the provider does not issue', 'mailsift' ),
			'unknown_tld'   => __( 'Unknown top-level domain', 'mailsift' ),
			'reserved'      => __( 'Reserved domain', 'mailsift' ),
			'parked'        => __( 'Parked domain', 'mailsift' ),
			'role'          => __( 'Shared mailbox', 'mailsift' ),
			'no_reply'      => __( 'No-reply address', 'mailsift' ),
			'irregular'     => __( 'Random-looking name', 'mailsift' ),
			'free_mail'     => __( 'Free mail', 'mailsift' ),
			'invalid'       => __( 'Malformed', 'mailsift' ),
			'denied'        => __( 'On the deny list', 'mailsift' ),
		);
		return isset( $labels[ $reason ] ) ? $labels[ $reason ] : str_replace( '_', ' ', $reason );
	}
}
