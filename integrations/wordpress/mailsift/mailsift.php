<?php
/**
 * Plugin Name:       Mailsift
 * Description:       Checks email addresses when people register, comment, check out or send a form, with your own Mailsift service.
 * Version:           0.1.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       mailsift
 * Domain Path:       /languages
 *
 * @package Mailsift
 */

defined( 'ABSPATH' ) || exit;

define( 'MAILSIFT_VERSION', '0.1.0' );
define( 'MAILSIFT_FILE', __FILE__ );

foreach ( array( 'settings', 'client', 'cache', 'outage', 'messages', 'checker', 'forms', 'guard', 'users', 'scan', 'settings-page' ) as $mailsift_part ) {
	require_once __DIR__ . '/includes/class-mailsift-' . $mailsift_part . '.php';
}

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'mailsift', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);

Mailsift_Forms::register();
Mailsift_Guard::register();
Mailsift_Users::register();
Mailsift_Scan::register();
Mailsift_Outage::register();
Mailsift_Settings_Page::register();

register_deactivation_hook( __FILE__, array( 'Mailsift_Scan', 'stop' ) );
