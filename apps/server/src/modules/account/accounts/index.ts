export { addAccount, createAccount, type NewAccount } from './create-account.ts';
export {
  type Account,
  findAccount,
  findAccountByEmail,
  findAccountToSignIn,
  lockAccount,
  markClosed,
  markOpen,
  type StoredAccount,
  setIdentityType,
  timeOfSignIn,
  updateEmail,
  updatePassword,
  updateProfile,
} from './store.ts';
