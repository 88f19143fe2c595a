<?php
/**
 * What the administrator has chosen.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Reads and validates the options of the plugin.
 */
final class Mailsift_Settings {

	const OPTION = 'mailsift_settings';

	const DEFAULTS = array(
		'server'   => 'http://127.0.0.1:3000',
		'token'    => '',
		'site_key' => '',
		'policy'   => 'sign-up',
		'action'   => 'block',
		'forms'    => array( 'registration', 'comments', 'woocommerce', 'cf7', 'wpforms', 'gravity' ),
	);

	/**
	 * One setting.
	 *
	 * @param string $name Its name in DEFAULTS.
	 * @return mixed
	 */
	public static function get( $name ) {
		$saved = get_option( self::OPTION, array() );
		return isset( $saved[ $name ] ) ? $saved[ $name ] : self::DEFAULTS[ $name ];
	}

	/**
	 * The token, which wp-config.php can define so that it is in no backup of the database.
	 *
	 * @return string
	 */
	public static function token() {
		return defined( 'MAILSIFT_TOKEN' ) ? (string) MAILSIFT_TOKEN : (string) self::get( 'token' );
	}

	/**
	 * Whether a form is checked.
	 *
	 * @param string $form A name of FORMS.
	 * @return bool
	 */
	public static function covers( $form ) {
		return '' !== self::token() && in_array( $form, (array) self::get( 'forms' ), true );
	}

	/**
	 * What to do with an unsafe address.
	 *
	 * @return array<string, string> Labels by action.
	 */
	public static function actions() {
		return array(
			'block' => __( 'Block: refuse the address and say why', 'mailsift' ),
			'warn'  => __( 'Warn: say why once, and accept the address if it is sent again', 'mailsift' ),
			'log'   => __( 'Log: accept the address and mark the user', 'mailsift' ),
		);
	}

	/**
	 * Purposes of the service. It also knows policies that the account has saved.
	 *
	 * @return array<string, string> Labels by policy.
	 */
	public static function policies() {
		return array(
			'sign-up'   => __( 'Sign-up: typos, disposable and dead addresses', 'mailsift' ),
			'marketing' => __( 'Marketing: also shared mailboxes such as info@', 'mailsift' ),
			'b2b'       => __( 'B2B: also free mail', 'mailsift' ),
		);
	}

	/**
	 * Forms that can be checked.
	 *
	 * @return array<string, string> Labels by name.
	 */
	public static function forms() {
		return array(
			'registration' => __( 'Registration', 'mailsift' ),
			'comments'     => __( 'Comments', 'mailsift' ),
			'woocommerce'  => __( 'WooCommerce checkout and registration', 'mailsift' ),
			'cf7'          => __( 'Contact Form 7', 'mailsift' ),
			'wpforms'      => __( 'WPForms', 'mailsift' ),
			'gravity'      => __( 'Gravity Forms', 'mailsift' ),
		);
	}

	/**
	 * Validates what the settings page sends.
	 *
	 * @param mixed $input Of the form.
	 * @return array<string, mixed>
	 */
	public static function sanitize( $input ) {
		$input  = is_array( $input ) ? $input : array();
		$before = wp_parse_args( get_option( self::OPTION, array() ), self::DEFAULTS );
		$text   = static function ( $name ) use ( $input ) {
			return isset( $input[ $name ] ) && is_string( $input[ $name ] ) ? sanitize_text_field( $input[ $name ] ) : '';
		};
		$server = untrailingslashit( esc_url_raw( $text( 'server' ), array( 'http', 'https' ) ) );
		if ( '' === $server ) {
			add_settings_error( self::OPTION, 'server', __( 'Enter the URL of your service, such as https://mail.example.', 'mailsift' ) );
			$server = $before['server'];
		}
		// The form never shows the token, so an empty field keeps it.
		$token = $text( 'token' );
		if ( '' !== $token && ! preg_match( '/^ms_[rw]_[\x21-\x7e]+$/', $token ) ) {
			add_settings_error( self::OPTION, 'token', __( 'This is not an API token: it begins with ms_r_ or ms_w_.', 'mailsift' ) );
			$token = '';
		}
		$site_key = $text( 'site_key' );
		if ( '' !== $site_key && ! preg_match( '/^mk_[\w-]+$/', $site_key ) ) {
			add_settings_error( self::OPTION, 'site_key', __( 'This is not a site key: it begins with mk_.', 'mailsift' ) );
			$site_key = $before['site_key'];
		}
		$policy = $text( 'policy' );
		$action = $text( 'action' );
		$forms  = isset( $input['forms'] ) && is_array( $input['forms'] ) ? $input['forms'] : array();
		if ( ! empty( $input['forget_token'] ) ) {
			$token = '';
		} elseif ( '' === $token ) {
			$token = $before['token'];
		}
		Mailsift_Outage::end();
		return array(
			'server'   => $server,
			'token'    => $token,
			'site_key' => $site_key,
			'policy'   => isset( self::policies()[ $policy ] ) ? $policy : self::DEFAULTS['policy'],
			'action'   => isset( self::actions()[ $action ] ) ? $action : self::DEFAULTS['action'],
			'forms'    => array_values( array_intersect( array_keys( self::forms() ), $forms ) ),
		);
	}
}
