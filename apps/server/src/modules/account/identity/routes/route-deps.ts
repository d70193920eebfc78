import type { Provider } from 'oidc-provider';
import type { Passwords } from '../accounts/passwords.ts';
import type { Throttle } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Appearances } from '../pages/appearance.ts';
import type { Policies } from '../pages/policies.ts';

/** What the pages' routes share; each takes the part that it uses. */
export type RouteDeps = IdentityDeps & {
  provider: Provider;
  appearances: Appearances;
  policies: Policies;
  passwords: Passwords;
  throttle: Throttle;
  /** Key of the HMACs that stand for mailed tokens. */
  pepper: string;
};
