<?php
/**
 * Verdicts in the list of users.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Marks users with the verdict on their address, and shows it in the list.
 */
final class Mailsift_Users {

	const TIER    = 'mailsift_tier';
	const REASON  = 'mailsift_reason';
	const CHECKED = 'mailsift_checked_at';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'user_register', array( __CLASS__, 'mark_new' ) );
		add_action( 'profile_update', array( __CLASS__, 'forget_changed' ), 10, 2 );
		add_filter( 'manage_users_columns', array( __CLASS__, 'columns' ) );
		add_filter( 'manage_users_custom_column', array( __CLASS__, 'cell' ), 10, 3 );
		add_filter( 'views_users', array( __CLASS__, 'views' ) );
		add_action( 'pre_get_users', array( __CLASS__, 'filter' ) );
		add_action( 'admin_head-users.php', array( __CLASS__, 'style' ) );
	}

	/**
	 * Stores a verdict.
	 *
	 * @param int   $user_id Of the user.
	 * @param array $verdict With `tier` and `reason`.
	 */
	public static function mark( $user_id, $verdict ) {
		update_user_meta( $user_id, self::TIER, $verdict['tier'] );
		update_user_meta( $user_id, self::REASON, $verdict['reason'] );
		update_user_meta( $user_id, self::CHECKED, time() );
	}

	/**
	 * Marks a new user, if the registration was checked: the verdict is remembered, so this waits for nothing.
	 *
	 * @param int $user_id Of the user.
	 */
	public static function mark_new( $user_id ) {
		$user    = get_userdata( $user_id );
		$verdict = $user ? Mailsift_Cache::get( $user->user_email ) : null;
		if ( null !== $verdict ) {
			self::mark( $user_id, $verdict );
		}
	}

	/**
	 * A verdict belongs to an address.
	 *
	 * @param int     $user_id Of the user.
	 * @param WP_User $before  As it was.
	 */
	public static function forget_changed( $user_id, $before ) {
		$user = get_userdata( $user_id );
		if ( $user && $before instanceof WP_User && $user->user_email !== $before->user_email ) {
			self::forget( $user_id );
		}
	}

	/**
	 * Removes the verdict of a user.
	 *
	 * @param int $user_id Of the user.
	 */
	private static function forget( $user_id ) {
		foreach ( array( self::TIER, self::REASON, self::CHECKED ) as $key ) {
			delete_user_meta( $user_id, $key );
		}
	}

	/**
	 * Adds the column.
	 *
	 * @param array<string, string> $columns Labels by name.
	 * @return array<string, string>
	 */
	public static function columns( $columns ) {
		$columns['mailsift'] = esc_html__( 'Email check', 'mailsift' );
		return $columns;
	}

	/**
	 * The verdict of a user.
	 *
	 * @param string $output  HTML so far.
	 * @param string $column  Its name.
	 * @param int    $user_id Of the user.
	 * @return string HTML
	 */
	public static function cell( $output, $column, $user_id ) {
		if ( 'mailsift' !== $column ) {
			return $output;
		}
		$tier = get_user_meta( $user_id, self::TIER, true );
		if ( ! $tier ) {
			return '<span aria-hidden="true">—</span><span class="screen-reader-text">' . esc_html( Mailsift_Messages::tier( '' ) ) . '</span>';
		}
		$reason = get_user_meta( $user_id, self::REASON, true );
		$date   = wp_date( get_option( 'date_format' ), (int) get_user_meta( $user_id, self::CHECKED, true ) );
		return sprintf(
			'<span class="mailsift-tier mailsift-%1$s" title="%2$s">%3$s</span>%4$s',
			esc_attr( $tier ),
			/* translators: %s: date */
			esc_attr( sprintf( __( 'Checked on %s', 'mailsift' ), $date ) ),
			esc_html( Mailsift_Messages::tier( $tier ) ),
			$reason ? '<br>' . esc_html( Mailsift_Messages::reason( $reason ) ) : ''
		);
	}

	/**
	 * Adds a filter above the list.
	 *
	 * @param array<string, string> $views Links by name.
	 * @return array<string, string>
	 */
	public static function views( $views ) {
		$chosen = self::chosen();
		foreach ( array( 'unsafe', 'risky' ) as $tier ) {
			$count = self::count( $tier );
			if ( $count > 0 ) {
				$views[ 'mailsift-' . $tier ] = sprintf(
					'<a href="%s"%s>%s <span class="count">(%s)</span></a>',
					esc_url( self::url( $tier ) ),
					$tier === $chosen ? ' class="current" aria-current="page"' : '',
					/* translators: %s: Unsafe or Risky */
					esc_html( sprintf( __( '%s address', 'mailsift' ), Mailsift_Messages::tier( $tier ) ) ),
					esc_html( number_format_i18n( $count ) )
				);
			}
		}
		return $views;
	}

	/**
	 * Applies the filter.
	 *
	 * @param WP_User_Query $query Of the list.
	 */
	public static function filter( $query ) {
		global $pagenow;
		if ( is_admin() && 'users.php' === $pagenow && '' !== self::chosen() ) {
			$query->set( 'meta_key', self::TIER );
			$query->set( 'meta_value', self::chosen() );
		}
	}

	/**
	 * The colors of the column. They are those of notices, and the words say the same.
	 */
	public static function style() {
		echo '<style>.column-mailsift{width:11em}.mailsift-tier{display:inline-block;padding:0 8px;border-radius:10px;font-weight:600;background:#e7f5ea;color:#0a5f1f}'
			. '.mailsift-tier.mailsift-risky{background:#fcf3dc;color:#6b4a00}.mailsift-tier.mailsift-unsafe{background:#fbe6e7;color:#8a1f23}</style>';
	}

	/**
	 * How many users have a tier.
	 *
	 * @param string $tier Of verdicts.
	 * @return int
	 */
	public static function count( $tier ) {
		$query = new WP_User_Query(
			array(
				'meta_key'    => self::TIER, // phpcs:ignore WordPress.DB.SlowDBQuery
				'meta_value'  => $tier, // phpcs:ignore WordPress.DB.SlowDBQuery
				'number'      => 1,
				'fields'      => 'ID',
				'count_total' => true,
			)
		);
		return (int) $query->get_total();
	}

	/**
	 * The list of users with a tier.
	 *
	 * @param string $tier Of verdicts.
	 * @return string
	 */
	public static function url( $tier ) {
		return add_query_arg( 'mailsift_tier', $tier, admin_url( 'users.php' ) );
	}

	/**
	 * The tier in the address of the page.
	 *
	 * @return string
	 */
	private static function chosen() {
		$tier = isset( $_GET['mailsift_tier'] ) ? sanitize_key( wp_unslash( $_GET['mailsift_tier'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification
		return in_array( $tier, array( 'safe', 'risky', 'unsafe' ), true ) ? $tier : '';
	}
}
