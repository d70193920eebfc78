import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { LogoutPage } from '#/features/frame/sign-in/index.ts';
import { forgetUnfinishedUploads } from '#/features/library/uploads/index.ts';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { useSessionState } from '#/shared/session.ts';
import { SignOutIcon } from '#/shared/ui/icons.tsx';

export const signOutEntry: MenuEntry = {
  key: 'sign-out',
  label: 'shell.signOut',
  icon: <SignOutIcon />,
  to: '/logout',
};

export const Route = createFileRoute('/logout')({ component: Logout });

/** Whose sign-out the provider was asked for. */
const SIGNING_OUT = 'keepsake-signing-out';

function Logout() {
  const state = useSessionState();
  const customerId = 'identity' in state ? state.identity.sub : null;
  const isOut = state.status === 'signed-out';
  useEffect(() => {
    if (customerId !== null) window.sessionStorage.setItem(SIGNING_OUT, customerId);
    // Only once it is done: whoever stays when the browser asks keeps them.
    if (isOut) forgetFilesOf(window.sessionStorage.getItem(SIGNING_OUT));
  }, [customerId, isOut]);
  return (
    <PlainFrame>
      <LogoutPage />
    </PlainFrame>
  );
}

function forgetFilesOf(customerId: string | null): void {
  window.sessionStorage.removeItem(SIGNING_OUT);
  if (customerId !== null) void forgetUnfinishedUploads(customerId);
}
