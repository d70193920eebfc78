/**
 * The claim of tokens by which a customer counts as a business customer [B2B-08]: how they sign in, any text. Tokens of
 * consumers have none.
 */
export const B2B_CLAIM = 'b2b_authentication_method';
