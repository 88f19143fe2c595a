<?php
/**
 * The forms of WordPress and of other plugins.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Checks addresses where people enter them. The form for lost passwords is never checked: people with an old address must reach it.
 */
final class Mailsift_Forms {

	/**
	 * Adds the hooks. Those of a plugin that is not installed are never called.
	 */
	public static function register() {
		add_filter( 'registration_errors', array( __CLASS__, 'registration' ), 20, 3 );
		add_filter( 'wpmu_validate_user_signup', array( __CLASS__, 'network_registration' ), 20 );
		add_filter( 'pre_comment_approved', array( __CLASS__, 'comment' ), 20, 2 );
		add_action( 'woocommerce_after_checkout_validation', array( __CLASS__, 'woocommerce_checkout' ), 20, 2 );
		add_filter( 'woocommerce_registration_errors', array( __CLASS__, 'woocommerce_registration' ), 20, 3 );
		add_filter( 'wpcf7_validate_email', array( __CLASS__, 'contact_form_7' ), 20, 2 );
		add_filter( 'wpcf7_validate_email*', array( __CLASS__, 'contact_form_7' ), 20, 2 );
		add_action( 'wpforms_process_validate_email', array( __CLASS__, 'wpforms' ), 20, 3 );
		add_filter( 'gform_field_validation', array( __CLASS__, 'gravity_forms' ), 20, 4 );
	}

	/**
	 * Registration on wp-login.php.
	 *
	 * @param WP_Error $errors Found so far.
	 * @param string   $login  User name.
	 * @param string   $email  Address.
	 * @return WP_Error
	 */
	public static function registration( $errors, $login, $email ) {
		// WordPress already says that an address is missing, malformed or registered.
		if ( is_wp_error( $errors ) && ! $errors->has_errors() ) {
			self::add_to( $errors, 'registration', 'mailsift', $email );
		}
		return $errors;
	}

	/**
	 * Registration in a network.
	 *
	 * @param array $result With `user_email` and `errors`.
	 * @return array
	 */
	public static function network_registration( $result ) {
		if ( isset( $result['errors'], $result['user_email'] ) && ! $result['errors']->has_errors() ) {
			self::add_to( $result['errors'], 'registration', 'user_email', $result['user_email'] );
		}
		return $result;
	}

	/**
	 * Comments of people who are not signed in.
	 *
	 * @param int|string|WP_Error $approved Decided so far.
	 * @param array               $comment  Its data.
	 * @return int|string|WP_Error
	 */
	public static function comment( $approved, $comment ) {
		$is_ping = in_array( isset( $comment['comment_type'] ) ? $comment['comment_type'] : '', array( 'pingback', 'trackback' ), true );
		$email   = isset( $comment['comment_author_email'] ) ? $comment['comment_author_email'] : '';
		if ( is_wp_error( $approved ) || in_array( $approved, array( 'spam', 'trash' ), true ) || $is_ping || ! empty( $comment['user_id'] ) ) {
			return $approved;
		}
		$refusal = self::refusal( 'comments', $email );
		return null === $refusal ? $approved : new WP_Error( 'mailsift', esc_html( $refusal ), 403 );
	}

	/**
	 * The classic checkout of WooCommerce.
	 *
	 * @param array    $data   Posted fields.
	 * @param WP_Error $errors Found so far.
	 */
	public static function woocommerce_checkout( $data, $errors ) {
		if ( ! empty( $data['billing_email'] ) && is_wp_error( $errors ) ) {
			self::add_to( $errors, 'woocommerce', 'validation', $data['billing_email'] );
		}
	}

	/**
	 * Registration under "My account" of WooCommerce.
	 *
	 * @param WP_Error $errors Found so far.
	 * @param string   $login  User name.
	 * @param string   $email  Address.
	 * @return WP_Error
	 */
	public static function woocommerce_registration( $errors, $login, $email ) {
		if ( is_wp_error( $errors ) && ! $errors->has_errors() ) {
			self::add_to( $errors, 'woocommerce', 'registration-error-mailsift', $email );
		}
		return $errors;
	}

	/**
	 * Fields of Contact Form 7.
	 *
	 * @param WPCF7_Validation $result Of the form so far.
	 * @param WPCF7_FormTag    $tag    The field.
	 * @return WPCF7_Validation
	 */
	public static function contact_form_7( $result, $tag ) {
		// Contact Form 7 has verified the request.
		$name  = isset( $tag->name ) ? $tag->name : '';
		$email = isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		if ( is_email( $email ) ) {
			$refusal = self::refusal( 'cf7', $email );
			if ( null !== $refusal ) {
				$result->invalidate( $tag, $refusal );
			}
		}
		return $result;
	}

	/**
	 * Fields of WPForms.
	 *
	 * @param int          $field_id  Of the field.
	 * @param string|array $submitted Unsanitized; an array if the form asks for the address twice.
	 * @param array        $form      Settings of the form.
	 */
	public static function wpforms( $field_id, $submitted, $form ) {
		$email = is_array( $submitted ) ? ( isset( $submitted['primary'] ) ? $submitted['primary'] : '' ) : $submitted;
		$email = is_string( $email ) ? sanitize_text_field( $email ) : '';
		if ( ! is_email( $email ) || ! function_exists( 'wpforms' ) || ! empty( wpforms()->process->errors[ $form['id'] ][ $field_id ] ) ) {
			return;
		}
		$refusal = self::refusal( 'wpforms', $email );
		if ( null !== $refusal ) {
			wpforms()->process->errors[ $form['id'] ][ $field_id ] = esc_html( $refusal );
		}
	}

	/**
	 * Fields of Gravity Forms.
	 *
	 * @param array        $result With `is_valid` and `message`.
	 * @param string|array $value  An array if the form asks for the address twice.
	 * @param array        $form   The form.
	 * @param object       $field  The field.
	 * @return array
	 */
	public static function gravity_forms( $result, $value, $form, $field ) {
		if ( empty( $result['is_valid'] ) || ! isset( $field->type ) || 'email' !== $field->type ) {
			return $result;
		}
		$email = is_array( $value ) ? reset( $value ) : $value;
		if ( is_string( $email ) && is_email( $email ) ) {
			$refusal = self::refusal( 'gravity', $email );
			if ( null !== $refusal ) {
				$result['is_valid'] = false;
				$result['message']  = esc_html( $refusal );
			}
		}
		return $result;
	}

	/**
	 * Adds the refusal of an address, if there is one.
	 *
	 * @param WP_Error $errors To add to.
	 * @param string   $form   A name of Mailsift_Settings::forms().
	 * @param string   $code   Of the error.
	 * @param string   $email  Address.
	 */
	private static function add_to( WP_Error $errors, $form, $code, $email ) {
		$refusal = self::refusal( $form, $email );
		if ( null !== $refusal ) {
			$errors->add( $code, esc_html( $refusal ) );
		}
	}

	/**
	 * The message for the person, or null if the address is accepted or the form is not checked.
	 *
	 * @param string $form  A name of Mailsift_Settings::forms().
	 * @param string $email Address.
	 * @return string|null
	 */
	private static function refusal( $form, $email ) {
		return Mailsift_Settings::covers( $form ) ? Mailsift_Checker::refusal( $email ) : null;
	}
}
