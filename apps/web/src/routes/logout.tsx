import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { LogoutPage } from '#/features/frame/sign-in/logout-page.tsx';
import { forgetUnfinishedUploads } from '#/features/library/uploads/unfinished-uploads.ts';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { SignOutIcon } from '#/shared/ui/icons.tsx';

export const signOutEntry: MenuEntry = {
  key: 'sign-out',
  label: 'shell.signOut',
  icon: <SignOutIcon />,
  to: '/logout',
};

export const Route = createFileRoute('/logout')({ component: Logout });

function Logout() {
  useEffect(() => void forgetUnfinishedUploads(), []);
  return (
    <PlainFrame>
      <LogoutPage />
    </PlainFrame>
  );
}
