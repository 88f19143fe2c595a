<?php
/**
 * The page "Check users", and the work behind it.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * Checks the addresses of existing users in the background, with WP-Cron, and marks the users.
 */
final class Mailsift_Scan {

	const OPTION = 'mailsift_scan';
	const LOCK   = 'mailsift_scan_lock';
	const EVENT  = 'mailsift_scan_users';
	const PAGE   = 'mailsift-users';

	const BATCH             = 100;
	const RUN_SECONDS       = 20;
	const LOCK_SECONDS      = 120;
	const AFTER_OUTAGE      = 300;
	const CAPABILITY        = 'edit_users';
	const NONCE             = 'mailsift-scan';
	const POST_ACTION       = 'mailsift_scan';
	const REFRESH_SECONDS   = 10;

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( self::EVENT, array( __CLASS__, 'run' ) );
		add_action( 'admin_menu', array( __CLASS__, 'menu' ) );
		add_action( 'admin_post_' . self::POST_ACTION, array( __CLASS__, 'post' ) );
	}

	/**
	 * Begins with the first user.
	 */
	public static function start() {
		$counts = count_users( 'time' );
		self::save(
			array(
				'status'  => 'running',
				'last_id' => 0,
				'done'    => 0,
				'total'   => (int) $counts['total_users'],
				'message' => '',
			)
		);
		self::schedule( 0 );
	}

	/**
	 * Ends it. Users keep their verdicts.
	 */
	public static function stop() {
		wp_clear_scheduled_hook( self::EVENT );
		$scan = self::state();
		if ( 'running' === $scan['status'] ) {
			self::save( array_merge( $scan, array( 'status' => 'stopped' ) ) );
		}
	}

	/**
	 * Checks users for some seconds, and schedules the rest.
	 */
	public static function run() {
		// WP-Cron may start an event twice.
		if ( 'running' !== self::state()['status'] || false !== get_transient( self::LOCK ) ) {
			return;
		}
		set_transient( self::LOCK, 1, self::LOCK_SECONDS );
		$end = time() + self::RUN_SECONDS;
		do {
			$pause = self::check_batch( $end );
		} while ( 0 === $pause && time() < $end );
		delete_transient( self::LOCK );
		if ( null !== $pause && 'running' === self::state()['status'] ) {
			self::schedule( $pause );
		}
	}

	/**
	 * Checks the next users.
	 *
	 * @param int $end When to end.
	 * @return int|null Seconds until the next batch, or null if there is none.
	 */
	private static function check_batch( $end ) {
		$scan  = self::state();
		$users = self::users_after( $scan['last_id'] );
		if ( ! $users ) {
			self::save( array_merge( $scan, array( 'status' => 'done', 'message' => '' ) ) );
			return null;
		}
		foreach ( $users as $user ) {
			$verdict = Mailsift_Cache::get( $user->user_email );
			if ( null === $verdict ) {
				$verdict = Mailsift_Client::insight( $user->user_email );
			}
			if ( is_wp_error( $verdict ) ) {
				Mailsift_Outage::record( $verdict );
				self::save_progress( $scan, $verdict->get_error_message() );
				return self::AFTER_OUTAGE;
			}
			Mailsift_Cache::put( $user->user_email, $verdict );
			Mailsift_Users::mark( (int) $user->ID, $verdict );
			$scan['last_id'] = (int) $user->ID;
			++$scan['done'];
			if ( time() >= $end ) {
				break;
			}
		}
		Mailsift_Outage::end();
		self::save_progress( $scan, '' );
		return 0;
	}

	/**
	 * Users by their ids, so that new and deleted ones shift nothing.
	 *
	 * @param int $last_id Of the last one that was checked.
	 * @return object[]
	 */
	private static function users_after( $last_id ) {
		global $wpdb;
		return $wpdb->get_results( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->prepare( "SELECT ID, user_email FROM {$wpdb->users} WHERE ID > %d AND user_email <> '' ORDER BY ID LIMIT %d", $last_id, self::BATCH )
		);
	}

	/**
	 * The progress, unless somebody stopped it in between.
	 *
	 * @param array  $scan    Its state.
	 * @param string $message Of an error.
	 */
	private static function save_progress( $scan, $message ) {
		wp_cache_delete( self::OPTION, 'options' );
		$scan['status']  = self::state()['status'];
		$scan['message'] = $message;
		self::save( $scan );
	}

	/**
	 * Schedules the next run.
	 *
	 * @param int $seconds From now.
	 */
	private static function schedule( $seconds ) {
		wp_clear_scheduled_hook( self::EVENT );
		wp_schedule_single_event( time() + $seconds, self::EVENT );
	}

	/**
	 * The state.
	 *
	 * @return array
	 */
	private static function state() {
		$none = array(
			'status'  => 'none',
			'last_id' => 0,
			'done'    => 0,
			'total'   => 0,
			'message' => '',
		);
		return wp_parse_args( get_option( self::OPTION, array() ), $none );
	}

	/**
	 * Stores the state.
	 *
	 * @param array $scan Its state.
	 */
	private static function save( $scan ) {
		update_option( self::OPTION, $scan, false );
	}

	/**
	 * Adds the page below "Users".
	 */
	public static function menu() {
		add_users_page( __( 'Check users', 'mailsift' ), __( 'Check users', 'mailsift' ), self::CAPABILITY, self::PAGE, array( __CLASS__, 'page' ) );
	}

	/**
	 * The buttons.
	 */
	public static function post() {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to do this.', 'mailsift' ), 403 );
		}
		check_admin_referer( self::NONCE );
		if ( isset( $_POST['stop'] ) ) {
			self::stop();
		} else {
			self::start();
		}
		wp_safe_redirect( admin_url( 'users.php?page=' . self::PAGE ) );
		exit;
	}

	/**
	 * The page.
	 */
	public static function page() {
		$scan       = self::state();
		$is_running = 'running' === $scan['status'];
		?>
		<div class="wrap">
			<h1><?php esc_html_e( 'Check users', 'mailsift' ); ?></h1>
			<p><?php esc_html_e( 'Checks the email addresses of all users in the background and marks the users. No user is changed or deleted. Each address that was not checked in the last day uses one credit.', 'mailsift' ); ?></p>
			<?php if ( '' === Mailsift_Settings::token() ) : ?>
				<p><a href="<?php echo esc_url( Mailsift_Settings_Page::url() ); ?>"><?php esc_html_e( 'First save the token of your service.', 'mailsift' ); ?></a></p>
			<?php else : ?>
				<?php self::progress( $scan ); ?>
				<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
					<input type="hidden" name="action" value="<?php echo esc_attr( self::POST_ACTION ); ?>">
					<?php wp_nonce_field( self::NONCE ); ?>
					<?php if ( $is_running ) : ?>
						<?php submit_button( __( 'Stop', 'mailsift' ), 'secondary', 'stop' ); ?>
					<?php else : ?>
						<?php submit_button( 'none' === $scan['status'] ? __( 'Check all users', 'mailsift' ) : __( 'Check all users again', 'mailsift' ), 'primary', 'start' ); ?>
					<?php endif; ?>
				</form>
			<?php endif; ?>
		</div>
		<?php
	}

	/**
	 * How far it is, and what was found.
	 *
	 * @param array $scan Its state.
	 */
	private static function progress( $scan ) {
		if ( 'none' === $scan['status'] ) {
			return;
		}
		$labels = array(
			'running' => __( 'Running', 'mailsift' ),
			'stopped' => __( 'Stopped', 'mailsift' ),
			'done'    => __( 'Finished', 'mailsift' ),
		);
		?>
		<p>
			<strong><?php echo esc_html( $labels[ $scan['status'] ] ); ?>:</strong>
			<?php
			/* translators: 1: checked users, 2: all users */
			echo esc_html( sprintf( __( '%1$s of %2$s users checked', 'mailsift' ), number_format_i18n( $scan['done'] ), number_format_i18n( max( $scan['total'], $scan['done'] ) ) ) );
			?>
			<br><progress max="<?php echo esc_attr( max( 1, $scan['total'] ) ); ?>" value="<?php echo esc_attr( $scan['done'] ); ?>" style="width:25em;max-width:100%"></progress>
		</p>
		<?php if ( '' !== $scan['message'] ) : ?>
			<div class="notice notice-warning inline"><p>
				<?php
				/* translators: %s: error message */
				echo esc_html( sprintf( __( 'The service did not respond: %s The check continues in five minutes.', 'mailsift' ), $scan['message'] ) );
				?>
			</p></div>
		<?php endif; ?>
		<table class="widefat striped" style="max-width:25em"><tbody>
			<?php foreach ( array( 'safe', 'risky', 'unsafe' ) as $tier ) : ?>
				<tr>
					<td><a href="<?php echo esc_url( Mailsift_Users::url( $tier ) ); ?>"><?php echo esc_html( Mailsift_Messages::tier( $tier ) ); ?></a></td>
					<td><?php echo esc_html( number_format_i18n( Mailsift_Users::count( $tier ) ) ); ?></td>
				</tr>
			<?php endforeach; ?>
		</tbody></table>
		<?php if ( 'running' === $scan['status'] ) : ?>
			<p class="description"><?php esc_html_e( 'This page refreshes every ten seconds. You can leave it.', 'mailsift' ); ?></p>
			<meta http-equiv="refresh" content="<?php echo esc_attr( self::REFRESH_SECONDS ); ?>">
			<?php
		endif;
	}
}
