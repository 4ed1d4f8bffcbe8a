import SnippetShell

/// A custom indicator that looks like a buoy on the water line. The code is the same as for Tabman, the iOS library
/// whose bars this package imitates.
final class BuoyBarIndicator: BarIndicator {
  override var displayMode: DisplayMode { .bottom }

  override func layout(in view: View) {
    super.layout(in: view)
    let line = View()
    let buoy = View()
    view.addSubview(line)
    view.addSubview(buoy)
    line.backgroundColor = .accent
    line.cornerRadius = 1
    buoy.backgroundColor = .accent
    buoy.cornerRadius = 4
    LayoutConstraint.activate([
      line.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      line.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      line.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      line.heightAnchor.constraint(equalToConstant: 2),
      buoy.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      buoy.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      buoy.widthAnchor.constraint(equalToConstant: 8),
      buoy.heightAnchor.constraint(equalToConstant: 8),
    ])
  }
}
