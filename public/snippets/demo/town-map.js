'use strict';

/** A map of a town, with a device and its track. The map follows the device. */
class TownMap {
  /** The scale in metres per pixel. */
  static scale = 0.62;
  static longestTrail = 1500;

  constructor() {
    this.svg = document.querySelector('#map');
    this.device = document.querySelector('#device');
    this.trail = document.querySelector('#trail');
    this.isMoving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.shown = this.target = undefined;
    this.showsAll = false;
    // The layers, from bottom to top.
    const layers =
      'ground banks parks square blocks buildings paths river water bridges avenues trees'.split(' ');
    for (const name of layers) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', town.paths[name === 'banks' ? 'river' : name]);
      path.setAttribute('class', name);
      document.querySelector('#town').append(path);
    }
    this.ground = document.querySelector('#town .ground').getBBox();
    new ResizeObserver(() => this.frame()).observe(this.svg);
    this.frame();
  }

  /**
   * @param {GeolocationCoordinates} coords
   * @returns {{x: number, y: number}} the distance from the center, in metres east and south
   */
  static place({ latitude, longitude }) {
    const degree = 111195;
    return {
      x: (longitude - town.longitude) * degree * Math.cos((town.latitude * Math.PI) / 180),
      y: (town.latitude - latitude) * degree,
    };
  }

  /**
   * Moves the device to a position within `duration` ms.
   * @param {GeolocationCoordinates} coords
   * @param {number} duration
   */
  move(coords, duration) {
    const to = { ...TownMap.place(coords), course: coords.heading || (this.target?.course ?? 0) };
    this.device.setAttribute('visibility', 'visible');
    document.querySelector('#accuracy').setAttribute('r', Math.max(coords.accuracy, 4));
    document.querySelector('#arrow').setAttribute('visibility', coords.speed ? 'visible' : 'hidden');
    this.points ??= [];
    this.points.push(`${to.x.toFixed(1)},${to.y.toFixed(1)}`);
    if (this.points.length > TownMap.longestTrail) this.points.shift();
    // The track ends at the previous position, because the device is still moving to the last one.
    this.trail.setAttribute('points', this.points.slice(0, -1).join(' '));
    const jumps = !this.shown || Math.hypot(to.x - this.shown.x, to.y - this.shown.y) > 200;
    this.start = this.isMoving && !jumps ? performance.now() : -Infinity;
    this.from = this.shown ?? to;
    this.target = to;
    this.duration = duration;
    if (!this.request) this.draw();
  }

  draw() {
    this.request = undefined;
    const share = Math.min(1, (performance.now() - this.start) / this.duration);
    const { from, target } = this;
    // Rotates in the shorter direction.
    const turn = ((target.course - from.course + 540) % 360) - 180;
    this.shown = {
      x: from.x + (target.x - from.x) * share,
      y: from.y + (target.y - from.y) * share,
      course: from.course + turn * Math.min(1, share * 2),
    };
    const { x, y, course } = this.shown;
    this.device.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    document.querySelector('#arrow').setAttribute('transform', `rotate(${course.toFixed(1)})`);
    if (!this.showsAll) this.frame();
    if (share < 1) this.request = requestAnimationFrame(() => this.draw());
  }

  /** Sets the visible part of the town. */
  frame() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !height) return;
    const { ground } = this;
    const whole = Math.max((ground.width + 40) / width, (ground.height + 40) / height);
    const scale = this.showsAll ? whole : TownMap.scale;
    const [w, h] = [width * scale, height * scale];
    const middle = { x: ground.x + ground.width / 2, y: ground.y + ground.height / 2 };
    const { x, y } = (!this.showsAll && this.shown) || middle;
    this.svg.setAttribute('viewBox', `${(x - w / 2).toFixed(2)} ${(y - h / 2).toFixed(2)} ${w.toFixed(2)} ${h.toFixed(2)}`);
    // The dot and the arrow keep their size on the screen at every scale.
    for (const id of ['#dot', '#arrow']) document.querySelector(id).style.scale = scale / TownMap.scale;
    this.trail.style.strokeWidth = `${(5 * scale) / TownMap.scale}px`;
    const metres = this.showsAll ? 500 : 100;
    document.querySelector('#scale-bar').style.width = `${metres / scale}px`;
    document.querySelector('#scale-text').textContent = `${metres} m`;
  }

  /** @param {boolean} showsAll whether the complete town is visible, instead of the device's surroundings */
  show(showsAll) {
    this.showsAll = showsAll;
    this.frame();
  }
}
