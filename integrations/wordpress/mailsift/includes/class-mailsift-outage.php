<?php
/**
 * What happens while the service is away.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Addresses are accepted without a check while the service is away, and the dashboard says so.
 */
final class Mailsift_Outage {

	const OPTION = 'mailsift_outage';
	const PAUSE  = 'mailsift_pause';
	/** After a failure, forms do not wait for the service again for this long. */
	const PAUSE_SECONDS = 30;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'admin_notices', array( __CLASS__, 'notice' ) );
	}

	/**
	 * Whether the service failed a moment ago.
	 *
	 * @return bool
	 */
	public static function is_paused() {
		return false !== get_transient( self::PAUSE );
	}

	/**
	 * Records a failure. No address is recorded.
	 *
	 * @param WP_Error $error Of the request.
	 */
	public static function record( WP_Error $error ) {
		$outage = get_option( self::OPTION );
		update_option(
			self::OPTION,
			array(
				'since'   => is_array( $outage ) ? $outage['since'] : time(),
				'message' => $error->get_error_message(),
			),
			false
		);
		set_transient( self::PAUSE, 1, self::PAUSE_SECONDS );
	}

	/**
	 * The service has responded.
	 */
	public static function end() {
		if ( false !== get_option( self::OPTION ) ) {
			delete_option( self::OPTION );
		}
		delete_transient( self::PAUSE );
	}

	/**
	 * Shows the notice in the dashboard, to people who can do something about it.
	 */
	public static function notice() {
		$outage = get_option( self::OPTION );
		if ( ! is_array( $outage ) || ! current_user_can( 'manage_options' ) ) {
			return;
		}
		$text = sprintf(
			/* translators: 1: period such as "5 minutes", 2: error message */
			__( 'Mailsift stopped responding %1$s ago. Email addresses are accepted without a check until it responds again. Last error: %2$s', 'mailsift' ),
			human_time_diff( $outage['since'] ),
			$outage['message']
		);
		printf(
			'<div class="notice notice-warning"><p>%s <a href="%s">%s</a></p></div>',
			esc_html( $text ),
			esc_url( Mailsift_Settings_Page::url() ),
			esc_html__( 'Test the connection', 'mailsift' )
		);
	}
}
