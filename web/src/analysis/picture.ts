/** Turns the server's picture of an analysis into a PNG file, which sites accept where they refuse SVG. */

const WIDTH = 1200, HEIGHT = 630;

export async function savePicture(address: string, name: string): Promise<void> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error(name);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
