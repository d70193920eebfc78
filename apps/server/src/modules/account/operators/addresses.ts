export const OPERATOR_PATH = '/operator';

/** Addresses of the operators' pages. */
export const ADDRESSES = {
  signIn: `${OPERATOR_PATH}/sign-in`,
  code: `${OPERATOR_PATH}/code`,
  setUp: `${OPERATOR_PATH}/second-factor`,
  invitation: `${OPERATOR_PATH}/invitation`,
  invited: `${OPERATOR_PATH}/invitation/done`,
  signOut: `${OPERATOR_PATH}/sign-out`,
  sessions: `${OPERATOR_PATH}/sessions`,
  gallery: `${OPERATOR_PATH}/gallery`,
};
