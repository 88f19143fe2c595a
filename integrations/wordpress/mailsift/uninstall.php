<?php
/**
 * Removes everything that the plugin has stored.
 *
 * @package Mailsift
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the data of one site.
 */
function mailsift_uninstall_site() {
	global $wpdb;
	wp_clear_scheduled_hook( 'mailsift_scan_users' );
	foreach ( array( 'mailsift\_%', '\_transient\_mailsift\_%', '\_transient\_timeout\_mailsift\_%' ) as $pattern ) {
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s", $pattern ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		array_map( 'delete_option', $names );
	}
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $mailsift_site ) {
		switch_to_blog( $mailsift_site );
		mailsift_uninstall_site();
		restore_current_blog();
	}
} else {
	mailsift_uninstall_site();
}
foreach ( array( 'mailsift_tier', 'mailsift_reason', 'mailsift_checked_at' ) as $mailsift_key ) {
	delete_metadata( 'user', 0, $mailsift_key, '', true );
}
