import { createFileRoute } from '@tanstack/react-router';
import { PlainFrame } from '#/features/frame/shell/shell.tsx';
import { LogoutPage } from '#/features/frame/sign-in/logout-page.tsx';
import type { MenuEntry } from '#/shared/extension-points.ts';
import { SignOutIcon } from '#/shared/ui/icons.tsx';

export const signOutEntry: MenuEntry = {
  key: 'sign-out',
  label: 'shell.signOut',
  icon: <SignOutIcon />,
  to: '/logout',
};

export const Route = createFileRoute('/logout')({
  component: () => (
    <PlainFrame>
      <LogoutPage />
    </PlainFrame>
  ),
});
