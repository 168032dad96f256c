import { Upload } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

interface NoApplicantsProps {
  isNarrowed: boolean;
  /** Undefined if the search already includes names, or if there is no search. */
  onSearchNames: (() => void) | undefined;
  onClear: () => void;
  onUpload: () => void;
}

export default function NoApplicants(props: NoApplicantsProps) {
  const { isNarrowed, onSearchNames, onClear, onUpload } = props;
  return isNarrowed ? (
    <EmptyState
      kind="no-match"
      title="No applicants found."
      hint="Try adjusting your search or filters."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {onSearchNames && <Button onClick={onSearchNames}>Search names too</Button>}
          <Button onClick={onClear}>Clear search and filter</Button>
        </div>
      }
    />
  ) : (
    <EmptyState
      kind="none"
      title="No applicants found."
      hint="Adjust your search or filters, or upload a spreadsheet."
      action={
        <Button onClick={onUpload}>
          <Upload aria-hidden /> Upload a spreadsheet
        </Button>
      }
    />
  );
}
