// Stand-ins for the plugins that are not in Debian, with the signatures that their documentation gives. This runs with WordPress loaded
// and prints what each hook makes of four addresses.
class WPCF7_FormTag { public $name = 'your-email'; public $type = 'email*'; }
class WPCF7_Validation { public $invalid = array(); public function invalidate( $tag, $message ) { $this->invalid[ $tag->name ] = $message; } }
class WPForms_Stand_In { public $process; public function __construct() { $this->process = new stdClass(); $this->process->errors = array(); } }
function wpforms() { static $one; return $one ??= new WPForms_Stand_In(); }

$said = array();
foreach ( array( 'ada.lovelace@contoso.com', 'ann.lee@gmial.com', 'x@mailinator.com', 'not an address' ) as $email ) {
	$_POST = wp_slash( array( 'your-email' => $email ) );
	foreach ( array( 'wpcf7_validate_email', 'wpcf7_validate_email*' ) as $hook ) {
		$result = apply_filters( $hook, new WPCF7_Validation(), new WPCF7_FormTag() );
		$said[ $hook ][ $email ] = $result->invalid['your-email'] ?? null;
	}
	foreach ( array( 'wpforms' => $email, 'wpforms twice' => array( 'primary' => $email, 'secondary' => $email ) ) as $name => $submitted ) {
		wpforms()->process->errors = array();
		do_action( 'wpforms_process_validate_email', 3, $submitted, array( 'id' => 7 ) );
		$said[ $name ][ $email ] = wpforms()->process->errors[7][3] ?? null;
	}
	$field = (object) array( 'type' => 'email', 'id' => 1 );
	foreach ( array( 'gravity' => $email, 'gravity twice' => array( $email, $email ) ) as $name => $value ) {
		$result = apply_filters( 'gform_field_validation', array( 'is_valid' => true, 'message' => '' ), $value, array( 'id' => 2 ), $field );
		$said[ $name ][ $email ] = $result['is_valid'] ? null : $result['message'];
	}
	$errors = new WP_Error();
	do_action( 'woocommerce_after_checkout_validation', array( 'billing_email' => $email ), $errors );
	$said['woocommerce checkout'][ $email ] = $errors->get_error_message() ?: null;
	$errors = apply_filters( 'woocommerce_registration_errors', new WP_Error(), 'login', $email );
	$said['woocommerce registration'][ $email ] = $errors->get_error_message() ?: null;
}
echo json_encode( $said );
