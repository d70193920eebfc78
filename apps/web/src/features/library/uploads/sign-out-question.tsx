import { useCanGoBack, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useCustomer } from '#/shared/session.ts';
import SignOutDialog from './sign-out-dialog.tsx';
import { noteRemoved, useUnsavedPhotos } from './unsaved-photos.ts';

/**
 * At `/logout`: signs out at once if all photos are saved or the customer has answered, and asks otherwise. Whoever stays
 * returns to where they were.
 */
export function SignOutQuestion({ onSignOut }: { onSignOut: () => void }) {
  const { sub } = useCustomer();
  const navigate = useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const isUnasked = useLocation({ select: ({ state }) => state.isUnasked === true });
  const unsaved = useUnsavedPhotos(isUnasked ? null : sub);
  const hasNothing = unsaved?.photos === 0;
  const signOut = useEffectEvent(() => {
    if (!isUnasked) noteRemoved(0);
    onSignOut();
  });
  useEffect(() => {
    if (hasNothing) signOut();
  }, [hasNothing]);

  if (!unsaved || hasNothing) return null;
  return <SignOutDialog isOpen isPage unsaved={unsaved} onSignOut={onSignOut} onClose={stay} />;

  function stay(): void {
    if (canGoBack) history.back();
    else void navigate({ to: '/', replace: true });
  }
}
