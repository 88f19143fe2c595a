<?php
/**
 * Settings → Mailsift.
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

/**
 * The page of the settings. It never shows the token.
 */
final class Mailsift_Settings_Page {

	const PAGE        = 'mailsift';
	const GROUP       = 'mailsift';
	const CAPABILITY  = 'manage_options';
	const TEST_ACTION = 'mailsift_test';
	const RESULT      = 'mailsift_test_';

	/**
	 * Adds the hooks.
	 */
	public static function register() {
		add_action( 'admin_menu', array( __CLASS__, 'menu' ) );
		add_action( 'admin_init', array( __CLASS__, 'fields' ) );
		add_action( 'admin_post_' . self::TEST_ACTION, array( __CLASS__, 'test' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( MAILSIFT_FILE ), array( __CLASS__, 'links' ) );
	}

	/**
	 * Adds the page below "Settings".
	 */
	public static function menu() {
		add_options_page( __( 'Mailsift', 'mailsift' ), __( 'Mailsift', 'mailsift' ), self::CAPABILITY, self::PAGE, array( __CLASS__, 'page' ) );
	}

	/**
	 * Its URL.
	 *
	 * @return string
	 */
	public static function url() {
		return admin_url( 'options-general.php?page=' . self::PAGE );
	}

	/**
	 * Adds a link in the list of plugins.
	 *
	 * @param string[] $links HTML.
	 * @return string[]
	 */
	public static function links( $links ) {
		array_unshift( $links, sprintf( '<a href="%s">%s</a>', esc_url( self::url() ), esc_html__( 'Settings', 'mailsift' ) ) );
		return $links;
	}

	/**
	 * Declares the settings, and the text for the privacy policy of the site.
	 */
	public static function fields() {
		register_setting(
			self::GROUP,
			Mailsift_Settings::OPTION,
			array(
				'type'              => 'array',
				'sanitize_callback' => array( 'Mailsift_Settings', 'sanitize' ),
				'show_in_rest'      => false,
			)
		);
		$fields = array(
			'server'   => __( 'Server URL', 'mailsift' ),
			'token'    => __( 'API token', 'mailsift' ),
			'forms'    => __( 'Check', 'mailsift' ),
			'policy'   => __( 'Policy', 'mailsift' ),
			'action'   => __( 'Unsafe addresses', 'mailsift' ),
			'site_key' => __( 'Site key', 'mailsift' ),
		);
		add_settings_section( 'mailsift', '', '__return_null', self::PAGE );
		foreach ( $fields as $name => $label ) {
			$for = in_array( $name, array( 'forms', 'action' ), true ) ? array() : array( 'label_for' => 'mailsift-' . $name );
			add_settings_field( $name, $label, array( __CLASS__, 'field_' . $name ), self::PAGE, 'mailsift', $for );
		}
		if ( function_exists( 'wp_add_privacy_policy_content' ) ) {
			$text = __( 'When you register, comment or send a form, this site sends your email address to a Mailsift service to check that it can receive mail. The verdict is kept for a day under a keyed hash of the address, and with your account.', 'mailsift' );
			wp_add_privacy_policy_content( 'Mailsift', '<p>' . esc_html( $text ) . '</p>' );
		}
	}

	/**
	 * The field of the URL.
	 */
	public static function field_server() {
		self::input( 'server', 'url', Mailsift_Settings::get( 'server' ), 'https://mail.example' );
	}

	/**
	 * The field of the token, always empty.
	 */
	public static function field_token() {
		if ( defined( 'MAILSIFT_TOKEN' ) ) {
			esc_html_e( 'Set by MAILSIFT_TOKEN in wp-config.php.', 'mailsift' );
			return;
		}
		$is_saved = '' !== Mailsift_Settings::token();
		self::input( 'token', 'password', '', $is_saved ? __( 'Saved. Enter another one to replace it.', 'mailsift' ) : 'ms_r_…' );
		echo '<p class="description">';
		esc_html_e( 'A token with the permission Read only is enough. It stays on this server and is in no page.', 'mailsift' );
		echo '</p>';
		if ( $is_saved ) {
			printf(
				'<label><input type="checkbox" name="%s[forget_token]" value="1"> %s</label>',
				esc_attr( Mailsift_Settings::OPTION ),
				esc_html__( 'Remove the saved token', 'mailsift' )
			);
		}
	}

	/**
	 * The field of the site key.
	 */
	public static function field_site_key() {
		self::input( 'site_key', 'text', Mailsift_Settings::get( 'site_key' ), 'mk_…' );
		echo '<p class="description">';
		esc_html_e( 'Optional: corrects typos while people type. Create a site key for the origin of this site in your service. It is public.', 'mailsift' );
		echo '</p>';
	}

	/**
	 * The field of the policy.
	 */
	public static function field_policy() {
		printf( '<select id="mailsift-policy" name="%s[policy]" class="regular-text">', esc_attr( Mailsift_Settings::OPTION ) );
		foreach ( Mailsift_Settings::policies() as $name => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $name ), selected( Mailsift_Settings::get( 'policy' ), $name, false ), esc_html( $label ) );
		}
		echo '</select>';
	}

	/**
	 * The choice of the action.
	 */
	public static function field_action() {
		printf( '<fieldset><legend class="screen-reader-text">%s</legend>', esc_html__( 'Unsafe addresses', 'mailsift' ) );
		foreach ( Mailsift_Settings::actions() as $name => $label ) {
			printf(
				'<label><input type="radio" name="%s[action]" value="%s"%s> %s</label><br>',
				esc_attr( Mailsift_Settings::OPTION ),
				esc_attr( $name ),
				checked( Mailsift_Settings::get( 'action' ), $name, false ),
				esc_html( $label )
			);
		}
		echo '</fieldset><p class="description">';
		esc_html_e( 'If the service does not respond within three seconds, every address is accepted, and the dashboard says so.', 'mailsift' );
		echo '</p>';
	}

	/**
	 * The choice of forms.
	 */
	public static function field_forms() {
		printf( '<fieldset><legend class="screen-reader-text">%s</legend>', esc_html__( 'Check', 'mailsift' ) );
		foreach ( Mailsift_Settings::forms() as $name => $label ) {
			printf(
				'<label><input type="checkbox" name="%s[forms][]" value="%s"%s> %s</label><br>',
				esc_attr( Mailsift_Settings::OPTION ),
				esc_attr( $name ),
				checked( in_array( $name, (array) Mailsift_Settings::get( 'forms' ), true ), true, false ),
				esc_html( $label )
			);
		}
		echo '</fieldset><p class="description">';
		esc_html_e( 'The form for lost passwords is never checked.', 'mailsift' );
		echo '</p>';
	}

	/**
	 * The page.
	 */
	public static function page() {
		$result = get_transient( self::RESULT . get_current_user_id() );
		delete_transient( self::RESULT . get_current_user_id() );
		?>
		<div class="wrap">
			<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
			<?php if ( is_array( $result ) ) : ?>
				<div class="notice notice-<?php echo $result['ok'] ? 'success' : 'error'; ?> is-dismissible"><p><?php echo esc_html( $result['text'] ); ?></p></div>
			<?php endif; ?>
			<form method="post" action="options.php">
				<?php
				settings_fields( self::GROUP );
				do_settings_sections( self::PAGE );
				submit_button();
				?>
			</form>
			<h2><?php esc_html_e( 'Connection', 'mailsift' ); ?></h2>
			<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
				<input type="hidden" name="action" value="<?php echo esc_attr( self::TEST_ACTION ); ?>">
				<?php wp_nonce_field( self::TEST_ACTION ); ?>
				<p><?php esc_html_e( 'Tests the saved settings. It uses no credit.', 'mailsift' ); ?></p>
				<?php submit_button( __( 'Test connection', 'mailsift' ), 'secondary', 'test', false ); ?>
			</form>
			<p><a href="<?php echo esc_url( admin_url( 'users.php?page=' . Mailsift_Scan::PAGE ) ); ?>"><?php esc_html_e( 'Check the addresses of existing users', 'mailsift' ); ?></a></p>
		</div>
		<?php
	}

	/**
	 * The button "Test connection".
	 */
	public static function test() {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to do this.', 'mailsift' ), 403 );
		}
		check_admin_referer( self::TEST_ACTION );
		$found = '' === Mailsift_Settings::token() ? new WP_Error( 'token', __( 'Save a token first.', 'mailsift' ) ) : Mailsift_Client::test();
		$is_ok = ! is_wp_error( $found );
		if ( $is_ok ) {
			Mailsift_Outage::end();
		}
		set_transient(
			self::RESULT . get_current_user_id(),
			array(
				'ok'   => $is_ok,
				/* translators: %s: error message */
				'text' => $is_ok ? $found : sprintf( __( 'Not connected: %s', 'mailsift' ), $found->get_error_message() ),
			),
			MINUTE_IN_SECONDS
		);
		wp_safe_redirect( self::url() );
		exit;
	}

	/**
	 * A text field.
	 *
	 * @param string $name        Of the setting.
	 * @param string $type        Of the input.
	 * @param string $value       Shown.
	 * @param string $placeholder Shown while it is empty.
	 */
	private static function input( $name, $type, $value, $placeholder ) {
		printf(
			'<input id="mailsift-%1$s" name="%2$s[%1$s]" type="%3$s" value="%4$s" placeholder="%5$s" class="regular-text" autocomplete="off">',
			esc_attr( $name ),
			esc_attr( Mailsift_Settings::OPTION ),
			esc_attr( $type ),
			esc_attr( $value ),
			esc_attr( $placeholder )
		);
	}
}
