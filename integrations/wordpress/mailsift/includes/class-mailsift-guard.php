<?php
/**
 * Help while a person types.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Puts the guard script with the site key into pages that have a form. The site key is public; the token never is.
 */
final class Mailsift_Guard {

	const HANDLE = 'mailsift-guard';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'login_enqueue_scripts', array( __CLASS__, 'on_login' ) );
		add_action( 'wp_enqueue_scripts', array( __CLASS__, 'on_page' ) );
		add_filter( 'script_loader_tag', array( __CLASS__, 'tag' ), 10, 2 );
	}

	/**
	 * On wp-login.php, only the form for registration.
	 */
	public static function on_login() {
		$action = isset( $_REQUEST['action'] ) ? sanitize_key( wp_unslash( $_REQUEST['action'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		if ( 'register' === $action ) {
			self::enqueue( array( '#registerform input[type=email]' => 'registration' ) );
		}
	}

	/**
	 * On other pages, the forms that may be there.
	 */
	public static function on_page() {
		self::enqueue(
			array(
				'#commentform input[type=email]' => 'comments',
				'.woocommerce form.checkout input[type=email], .woocommerce form.register input[type=email]' => 'woocommerce',
				'.wpcf7 input[type=email]'       => 'cf7',
				'.wpforms-form input[type=email]' => 'wpforms',
				'.gform_wrapper input[type=email]' => 'gravity',
			)
		);
	}

	/**
	 * Adds both scripts: the guard of the service, and the one that wraps inputs with it.
	 *
	 * @param array<string, string> $forms Names by selector.
	 */
	private static function enqueue( $forms ) {
		$site_key  = Mailsift_Settings::get( 'site_key' );
		$selectors = array_keys( array_filter( $forms, array( 'Mailsift_Settings', 'covers' ) ) );
		if ( '' === $site_key || ! $selectors ) {
			return;
		}
		wp_enqueue_script( self::HANDLE, Mailsift_Settings::get( 'server' ) . '/guard.js', array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters
		wp_enqueue_script( 'mailsift-wrap', plugins_url( 'assets/wrap.js', MAILSIFT_FILE ), array(), MAILSIFT_VERSION, true );
		wp_enqueue_style( self::HANDLE, plugins_url( 'assets/guard.css', MAILSIFT_FILE ), array(), MAILSIFT_VERSION );
		wp_localize_script(
			'mailsift-wrap',
			'mailsiftWrap',
			array(
				'selectors' => $selectors,
				'policy'    => Mailsift_Settings::get( 'policy' ),
				'block'     => 'block' === Mailsift_Settings::get( 'action' ) ? 'disposable denied' : '',
			)
		);
	}

	/**
	 * Adds the site key to the tag of the guard.
	 *
	 * @param string $tag    Of a script.
	 * @param string $handle Its name.
	 * @return string
	 */
	public static function tag( $tag, $handle ) {
		if ( self::HANDLE !== $handle ) {
			return $tag;
		}
		$attributes = sprintf( '<script data-site-key="%s" crossorigin="anonymous" async ', esc_attr( Mailsift_Settings::get( 'site_key' ) ) );
		return str_replace( '<script ', $attributes, $tag );
	}
}
