import { useTranslation } from 'react-i18next';
import type { DialogProps } from '#/shared/ui/define-dialog.tsx';
import { Dialog } from '#/shared/ui/dialog.tsx';
import type { MenuGroup } from './menu.ts';
import { SideMenu } from './side-menu.tsx';

/** All of the menu in a sheet, on pages of a phone that have it nowhere else. */
export default function MenuSheet({ menu, isOpen, onClose }: DialogProps & { menu: readonly MenuGroup[] }) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('shell.thumbs.menu')}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of a key on a link is a click, too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only its links are pressed */}
      <div onClick={onClose}>
        <SideMenu menu={menu} />
      </div>
    </Dialog>
  );
}
