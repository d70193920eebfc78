import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentProps, useEffect } from 'react';
import { UNASKED, useCustomer } from '#/shared/session.ts';
import { defineDialog } from '#/shared/ui/define-dialog.tsx';
import type SignOutDialog from './sign-out-dialog.tsx';
import { countUnsavedPhotos } from './unfinished-uploads.ts';

type Requested = Pick<ComponentProps<typeof SignOutDialog>, 'unsaved' | 'onSignOut'>;
const signOutDialog = defineDialog<Requested>('sign-out', () => import('./sign-out-dialog.tsx'));

/** Asks over the page before a sign-out that stops uploads, so that whoever stays has not left it. */
export default function SignOutGuard() {
  const { sub } = useCustomer();
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => signOutDialog.loadWhenIdle(), []);
  function signOut(): void {
    signOutDialog.close();
    void navigate({ to: '/logout', ...UNASKED });
  }
  useBlocker({
    enableBeforeUnload: false,
    async shouldBlockFn({ next }) {
      if (next.pathname !== '/logout') return false;
      const unsaved = await countUnsavedPhotos(sub);
      if (unsaved.photos === 0) return false;
      // The connection may be lost before the answer.
      await router.preloadRoute({ to: '/logout' });
      signOutDialog.open({ unsaved, onSignOut: signOut });
      return true;
    },
  });
  return null;
}
