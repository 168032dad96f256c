import './AllReviewed.css';
import { useReviewKeys } from '../../../domain/keys/use-review-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ReviewHeader } from '../ReviewHeader.tsx';

export function OpenElsewhere({
  onTakeOver,
  onLeave,
}: {
  onTakeOver: () => void;
  onLeave: () => void;
}) {
  useReviewKeys({ escape: onLeave }, true);
  return (
    <div className="review-desk">
      <ReviewHeader
        queue={undefined}
        next={undefined}
        day={undefined}
        last={undefined}
        isUndoOff
        onUndo={() => {}}
        onLeave={onLeave}
      />
      <div className="failed" role="alert">
        <EmptyState
          title="The review desk is open in another tab"
          hint="Two tabs would get the same cases. If you take over here, the other tab stops, and text typed there is lost."
          action={
            <Button variant="primary" onClick={onTakeOver}>
              Take over here
            </Button>
          }
        />
      </div>
    </div>
  );
}
