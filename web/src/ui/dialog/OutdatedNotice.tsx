import { Button } from '../button/Button.tsx';
import { Notice } from '../feedback/Notice.tsx';

export function OutdatedNotice({ onShow }: { onShow: () => void }) {
  return (
    <div className="pb-4">
      <Notice
        tone="info"
        action={
          <Button size="sm" onClick={onShow}>
            Show
          </Button>
        }
      >
        A colleague has changed this record.
      </Notice>
    </div>
  );
}
