import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';

export function WaitingCase() {
  return (
    <section className="facts appear-late" role="status" aria-label="Loading the next case">
      <div className="space-y-4 p-5">
        {['w-1/2', 'w-4/5', 'w-3/5', 'w-2/3', 'w-3/4'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    </section>
  );
}
