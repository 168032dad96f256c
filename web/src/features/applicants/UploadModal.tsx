import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Modal, ModalBody, ModalFooter } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { refusalOf } from './check-spreadsheet.ts';
import { SpreadsheetDrop } from './SpreadsheetDrop.tsx';
import { TemplateLink } from './TemplateLink.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { UploadSummary } from './UploadSummary.tsx';
import { useUpload } from './use-upload.ts';

const sending = {
  question: 'Stop the upload and close?',
  stay: 'Keep uploading',
  leave: 'Stop upload',
};
const checking = {
  question: 'The file is already sent: its rows may still be stored. Close without waiting?',
  stay: 'Keep waiting',
  leave: 'Close',
};

/** Uploads a spreadsheet of applicants and tells row by row what was not stored. */
export default function UploadModal({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [refusal, setRefusal] = useState<string>();
  const { upload, share, stop } = useUpload();
  const isSent = share === 1;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (upload.isError) button.current?.focus();
  }, [upload.isError]);

  function choose(chosen: File) {
    const reason = refusalOf(chosen);
    setRefusal(reason);
    setFile(reason ? undefined : chosen);
    upload.reset();
  }

  return (
    <Modal
      title="Upload Applicants"
      size={upload.isSuccess ? 'lg' : 'md'}
      isDirty={upload.isPending}
      closeWarning={isSent ? checking : sending}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      {upload.isSuccess ? (
        <>
          <ModalBody className="space-y-5">
            <UploadSummary result={upload.data} fileName={file?.name} />
          </ModalBody>
          <ModalFooter>
            <Button
              onClick={() => {
                setFile(undefined);
                upload.reset();
              }}
            >
              Upload another file
            </Button>
            <Button key="done" autoFocus variant="primary" onClick={onClose}>
              Done
            </Button>
          </ModalFooter>
        </>
      ) : (
        <>
          <ModalBody className="space-y-3">
            <SpreadsheetDrop
              file={file}
              error={refusal}
              isDisabled={upload.isPending}
              onChoose={choose}
            />
            {refusal && <Notice tone="negative">{refusal}</Notice>}
            {upload.isPending && <UploadProgress share={share} />}
            {upload.isError && <Notice tone="negative">{upload.error.message}</Notice>}
            <TemplateLink />
          </ModalBody>
          <ModalFooter>
            <Button disabled={upload.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              ref={button}
              variant="primary"
              disabled={!file || upload.isPending}
              onClick={() => file && upload.mutate(file)}
            >
              <Upload aria-hidden /> {upload.isPending ? 'Uploading...' : 'Upload'}
            </Button>
          </ModalFooter>
        </>
      )}
    </Modal>
  );
}
