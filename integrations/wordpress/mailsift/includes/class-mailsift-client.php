<?php
/**
 * Requests to the service.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Sends the token from the server alone; it is in no page.
 */
final class Mailsift_Client {

	/** A person waits for the response: one attempt, in seconds. */
	const TIMEOUT = 3;

	/**
	 * The verdict on an address.
	 *
	 * @param string $email The address.
	 * @return array|WP_Error With `tier`, `reason` and `suggestion`.
	 */
	public static function insight( $email ) {
		$answer = self::get(
			'/insight/emails/validate',
			array(
				'email'  => $email,
				'policy' => Mailsift_Settings::get( 'policy' ),
			)
		);
		if ( is_wp_error( $answer ) ) {
			if ( 'invalid_email' !== $answer->get_error_code() ) {
				return $answer;
			}
			return array(
				'tier'       => 'unsafe',
				'reason'     => 'invalid',
				'suggestion' => '',
			);
		}
		if ( ! isset( $answer['tier'], $answer['reasons'] ) ) {
			return new WP_Error( 'unexpected_response', __( 'The response is not of Mailsift.', 'mailsift' ) );
		}
		return array(
			'tier'       => sanitize_key( $answer['tier'] ),
			'reason'     => isset( $answer['reasons'][0]['code'] ) ? sanitize_key( $answer['reasons'][0]['code'] ) : '',
			'suggestion' => isset( $answer['suggestion'] ) ? sanitize_email( $answer['suggestion'] ) : '',
		);
	}

	/**
	 * Whether server and token work. It uses no credit.
	 *
	 * @return string|WP_Error What was found, for people.
	 */
	public static function test() {
		$plan = self::get( '/account/plan', array() );
		// A token that can only validate may not read the plan, and is fine.
		if ( is_wp_error( $plan ) && 'scope_required' === $plan->get_error_code() ) {
			return __( 'Connected. The token works.', 'mailsift' );
		}
		if ( is_wp_error( $plan ) ) {
			return $plan;
		}
		if ( isset( $plan['credits']['left'] ) ) {
			/* translators: %s: number of credits */
			return sprintf( __( 'Connected. %s credits are left this month.', 'mailsift' ), number_format_i18n( (int) $plan['credits']['left'] ) );
		}
		return __( 'Connected. The token works, and its account has no limit of credits.', 'mailsift' );
	}

	/**
	 * One request.
	 *
	 * @param string                $path  Of the operation.
	 * @param array<string, string> $query Parameters.
	 * @return array|WP_Error
	 */
	private static function get( $path, $query ) {
		$url      = Mailsift_Settings::get( 'server' ) . $path . ( $query ? '?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 ) : '' );
		$response = wp_remote_get(
			$url,
			array(
				'timeout'     => self::TIMEOUT,
				// A redirect would send the token wherever it points.
				'redirection' => 0,
				'user-agent'  => 'mailsift-wordpress/' . MAILSIFT_VERSION,
				'headers'     => array(
					'Accept'                  => 'application/json',
					'SERVICE-EMAIL-API-TOKEN' => Mailsift_Settings::token(),
				),
			)
		);
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$body   = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 200 === $status && is_array( $body ) ) {
			return $body;
		}
		if ( is_array( $body ) && isset( $body['code'], $body['title'] ) ) {
			return new WP_Error( sanitize_key( $body['code'] ), sanitize_text_field( $body['title'] ) );
		}
		/* translators: %d: HTTP status */
		return new WP_Error( 'unexpected_response', sprintf( __( 'The response with status %d is not of Mailsift. Is the server URL right?', 'mailsift' ), $status ) );
	}
}
