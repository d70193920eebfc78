import { createFileRoute } from '@tanstack/react-router';
import { PlainFrame } from '#/features/frame/shell/index.ts';
import { LogoutPage } from '#/features/frame/sign-in/index.ts';
import { SignOutQuestion, useFarewell } from '#/features/library/uploads/index.ts';
import { SignOutIcon } from '#/shared/ui/icons.tsx';

export const Route = createFileRoute('/logout')({
  component: Logout,
  staticData: { menu: { group: 'account', rank: 3, label: 'shell.signOut', icon: <SignOutIcon /> } },
});

function Logout() {
  const farewell = useFarewell();
  return (
    <PlainFrame>
      <LogoutPage question={(signOut) => <SignOutQuestion onSignOut={signOut} />} farewell={farewell} />
    </PlainFrame>
  );
}
