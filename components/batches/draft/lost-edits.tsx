import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type Props = { lost: string; drop: string; keep: string; onDrop: () => void; onKeep: () => void };

/** To read the file in another way loses changes of rows: a user confirms that, or keeps them. */
export function LostEdits({ lost, drop, keep, onDrop, onKeep }: Props) {
  return (
    <Alert tone="watch" role="alert" className="order-last basis-full">
      <p>{lost}</p>
      <p className="flex flex-wrap gap-2 pt-1">
        <Button size="small" variant="destructive" onClick={onDrop}>
          {drop}
        </Button>
        <Button size="small" onClick={onKeep}>
          {keep}
        </Button>
      </p>
    </Alert>
  );
}
