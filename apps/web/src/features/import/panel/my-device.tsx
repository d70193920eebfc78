import { useIsMobile } from '#/shared/layout/layout.ts';
import { useImportQueue } from '../import-context.ts';
import { Announcement } from './announcement.tsx';
import { ImportActions } from './import-actions.tsx';
import classes from './import-modal.module.css';
import { ImportProgress } from './import-progress.tsx';
import { ItemList } from './item-list.tsx';
import { PickArea } from './pick-area.tsx';

/** The tab 'My Device' [IMP-01]: where files are picked, how far they are, and each of them. */
export function MyDevice() {
  const { items } = useImportQueue();
  const isEmpty = items.length === 0;
  return (
    <div className={classes.panel}>
      <PickArea isRoomy={isEmpty} canDrop={!useIsMobile()} />
      {!isEmpty && <ImportProgress />}
      {!isEmpty && <ItemList />}
      <Announcement />
      <ImportActions />
    </div>
  );
}
